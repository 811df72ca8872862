// The same job as the engine's cold read, done with simdjson On-Demand: the three ids as 128 bits,
// anchors numbered densely, instant, type, version, position, and the places of line, transform and
// metadata, all into columns. Compiled and loaded by the benchmark where simdjson is installed.
#include <simdjson.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace simdjson;

namespace {

struct Id {
  uint64_t high, low;
};

uint64_t load8(const char *p) {
  uint64_t word;
  memcpy(&word, p, 8);
  return word;
}

uint64_t load4(const char *p) {
  uint32_t word;
  memcpy(&word, p, 4);
  return word;
}

// Eight hexadecimal digits at a time; sets top bits in `faults` for other bytes.
uint64_t hexadecimal(uint64_t word, uint64_t &faults) {
  const uint64_t ones = 0x0101010101010101ull;
  uint64_t lower = word | ones * 0x20;
  uint64_t notDigit = (word ^ ones * 0x30) + ones * 0x76;
  uint64_t letter = lower ^ ones * 0x60;
  uint64_t notLetter = (letter + ones * 0x79) | ~(letter + ones * 0x7F);
  faults |= (word | (notDigit & notLetter)) & (ones * 0x80);
  uint64_t value = (lower & ones * 0x0F) + ((lower >> 6) & ones) * 9;
  value = __builtin_bswap64(value);
  value = (value | value >> 4) & 0x00FF00FF00FF00FFull;
  value = (value | value >> 8) & 0x0000FFFF0000FFFFull;
  return (value | value >> 16) & 0xFFFFFFFFull;
}

// `p` is at the opening quote.
bool parseId(const char *p, Id &id) {
  uint64_t faults = 0;
  id.high = hexadecimal(load8(p + 1), faults) << 32 |
            hexadecimal(load4(p + 10) | load4(p + 15) << 32, faults);
  id.low = hexadecimal(load4(p + 20) | load4(p + 25) << 32, faults) << 32 |
           hexadecimal(load8(p + 29), faults);
  return faults == 0 && p[0] == '"' && p[9] == '-' && p[14] == '-' && p[19] == '-' &&
         p[24] == '-' && p[37] == '"';
}

int64_t daysFromCivil(int64_t y, int m, int d) {
  y -= m <= 2;
  int64_t era = (y >= 0 ? y : y - 399) / 400;
  unsigned yoe = unsigned(y - era * 400);
  unsigned doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
  unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
  return era * 146097 + int64_t(doe) - 719468;
}

struct Clock {
  char day[10] = {};
  int64_t midnight = 0;

  // `text` is behind the opening quote.
  bool parse(const char *text, int64_t &instant) {
    if (text[19] != 'Z' || text[20] != '"') return false;
    auto number = [&](int at) { return (text[at] - '0') * 10 + text[at + 1] - '0'; };
    if (memcmp(text, day, 10) != 0) {
      memcpy(day, text, 10);
      midnight = daysFromCivil(number(0) * 100 + number(2), number(5), number(8)) * 86400;
    }
    instant = (midnight + number(11) * 3600 + number(14) * 60 + number(17)) * 1000000;
    return true;
  }
};

struct Slots {
  std::vector<Id> ids;
  std::vector<int32_t> buckets = std::vector<int32_t>(64, 0);

  static size_t hash(Id id) {
    uint64_t h = id.high * 0x9E3779B97F4A7C15ull;
    h = (h ^ h >> 32 ^ id.low) * 0xD6E8FEB86659FD93ull;
    return h >> 20;
  }

  int32_t intern(Id id) {
    size_t mask = buckets.size() - 1, b = hash(id) & mask;
    while (int32_t entry = buckets[b]) {
      if (ids[entry - 1].high == id.high && ids[entry - 1].low == id.low) return entry - 1;
      b = (b + 1) & mask;
    }
    ids.push_back(id);
    buckets[b] = int32_t(ids.size());
    if (ids.size() * 2 > buckets.size()) grow();
    return int32_t(ids.size()) - 1;
  }

  void grow() {
    buckets.assign(buckets.size() * 2, 0);
    size_t mask = buckets.size() - 1;
    for (size_t i = 0; i < ids.size(); i++) {
      size_t b = hash(ids[i]) & mask;
      while (buckets[b]) b = (b + 1) & mask;
      buckets[b] = int32_t(i + 1);
    }
  }
};

template <typename T>
struct Column {
  T *data;
  explicit Column(size_t n) : data((T *)malloc(n * sizeof(T))) {}
  ~Column() { free(data); }
  T &operator[](size_t i) { return data[i]; }
};

}  // namespace

extern "C" int64_t simdjson_read(const char *path, uint64_t *checksum) {
  static std::vector<char> buffer;
  FILE *file = fopen(path, "rb");
  if (!file) return -1;
  fseek(file, 0, SEEK_END);
  size_t size = size_t(ftell(file));
  rewind(file);
  // Kept from run to run: after the first one its pages are warm.
  if (buffer.size() < size + SIMDJSON_PADDING) buffer.resize(size + SIMDJSON_PADDING);
  bool isWhole = fread(buffer.data(), 1, size, file) == size;
  fclose(file);
  if (!isWhole) return -1;
  const char *bytes = buffer.data();
  size_t room = size / 200 + 1;
  Column<int64_t> instants(room), offsets(room);
  Column<Id> ids(room), spaces(room);
  Column<int32_t> slots(room), versions(room), transforms(room), metadata(room), lengths(room);
  Column<uint8_t> types(room);
  Column<float> positions(room * 3);
  ondemand::parser parser;
#ifdef SIMDJSON_THREADS_ENABLED
  parser.threaded = false;
#endif
  ondemand::document_stream stream;
  if (parser.iterate_many(bytes, size, 1 << 20).get(stream)) return -2;
  Clock clock;
  char space[38] = {};
  Slots table;
  int64_t n = 0;
  uint64_t sum = 0;
  for (auto it = stream.begin(); it != stream.end(); ++it) {
    auto doc = *it;
    ondemand::object object;
    if (doc.get_object().get(object)) return -3;
    Id id{}, anchor{};
    int64_t instant = 0, version = 0;
    int32_t transform = 0, meta = 0;
    float p[3] = {0, 0, 0};
    uint8_t type = 0;
    size_t start = it.current_index();
    // At the start of a batch this may be the newline before the document.
    while (bytes[start] == '\n') start++;
    const char *line = bytes + start;
    for (auto field : object) {
      ondemand::raw_json_string raw;
      if (field.key().get(raw)) return -4;
      const char *key = raw.raw();
      ondemand::value value;
      if (field.value().get(value)) return -5;
      const char *token = value.raw_json_token().data();
      switch (key[0]) {
        case 'i':
          if (!parseId(token, id)) return -6;
          break;
        case 'a':
          if (key[1] == 'n') {
            if (!parseId(token, anchor)) return -7;
          }
          break;
        case 's':
          // Compared with the bytes of the line before.
          if (n > 0 && memcmp(token, space, 38) == 0) {
            spaces[n] = spaces[n - 1];
          } else if (!parseId(token, spaces[n])) {
            return -8;
          }
          memcpy(space, token, 38);
          break;
        case 't':
          if (key[1] == 'y') {
            type = uint8_t(token[1]);
          } else if (key[1] == 'i') {
            if (!clock.parse(token + 1, instant)) return -10;
          } else {
            ondemand::array array;
            if (value.get_array().get(array)) return -11;
            transform = int32_t(token - line);
            int index = 0;
            for (auto element : array) {
              if (index >= 12 && index < 15) {
                double number;
                if (element.get_double().get(number)) return -12;
                p[index - 12] = float(number);
              }
              index++;
            }
            if (index != 16) return -13;
          }
          break;
        case 'v':
          if (value.get_int64().get(version)) return -14;
          break;
        case 'm':
          if (key[1] == 'e') meta = int32_t(token - line);
          break;
      }
    }
    ids[n] = id;
    slots[n] = table.intern(anchor);
    instants[n] = instant;
    versions[n] = int32_t(version);
    types[n] = type;
    memcpy(&positions[size_t(n) * 3], p, sizeof p);
    offsets[n] = int64_t(start);
    if (n > 0) lengths[n - 1] = int32_t(int64_t(start) - offsets[n - 1]);
    transforms[n] = transform;
    metadata[n] = meta;
    n++;
  }
  for (int64_t i = 0; i < n; i++) {
    sum += uint64_t(instants[i]) + uint64_t(versions[i]) * 31 + uint64_t(slots[i]) * 17 +
           ids[i].high + ids[i].low + uint64_t(offsets[i]);
  }
  *checksum = sum;
  return n;
}
