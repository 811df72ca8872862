// The same job as the engine's cold read, done with simdjson On-Demand: the three ids as 128 bits,
// anchors numbered densely, instant, type, version, position, and the places of line, transform and
// metadata, all into columns. Compiled and loaded by the benchmark where simdjson is installed.
#include <simdjson.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace simdjson;

namespace {

struct Id {
  uint64_t high, low;
};

uint8_t hexTable[256];

void makeHexTable() {
  memset(hexTable, 0xFF, sizeof hexTable);
  for (int i = 0; i < 10; i++) hexTable['0' + i] = i;
  for (int i = 0; i < 6; i++) hexTable['A' + i] = hexTable['a' + i] = 10 + i;
}

bool parseId(std::string_view text, Id &id) {
  if (text.size() != 36) return false;
  const uint8_t *p = (const uint8_t *)text.data();
  uint64_t words[2] = {0, 0};
  uint8_t bad = 0;
  static const int starts[16] = {0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34};
  for (int i = 0; i < 16; i++) {
    uint8_t a = hexTable[p[starts[i]]], b = hexTable[p[starts[i] + 1]];
    bad |= a | b;
    words[i >> 3] = words[i >> 3] << 8 | uint64_t(a) << 4 | b;
  }
  if (bad & 0xF0 || p[8] != '-' || p[13] != '-' || p[18] != '-' || p[23] != '-') return false;
  id = {words[0], words[1]};
  return true;
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

  bool parse(std::string_view text, int64_t &instant) {
    if (text.size() != 20 || text[19] != 'Z') return false;
    auto number = [&](int at) { return (text[at] - '0') * 10 + text[at + 1] - '0'; };
    if (memcmp(text.data(), day, 10) != 0) {
      memcpy(day, text.data(), 10);
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
  makeHexTable();
  padded_string bytes;
  if (padded_string::load(path).get(bytes)) return -1;
  size_t room = bytes.size() / 200 + 1;
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
  if (parser.iterate_many(bytes, 1 << 20).get(stream)) return -2;
  Clock clock;
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
    const char *line = bytes.data() + start;
    for (auto field : object) {
      ondemand::raw_json_string raw;
      if (field.key().get(raw)) return -4;
      const char *key = raw.raw();
      ondemand::value value;
      if (field.value().get(value)) return -5;
      std::string_view text;
      switch (key[0]) {
        case 'i':
          if (value.get_string().get(text) || !parseId(text, id)) return -6;
          break;
        case 'a':
          if (key[1] == 'n') {
            if (value.get_string().get(text) || !parseId(text, anchor)) return -7;
          }
          break;
        case 's':
          if (value.get_string().get(text) || !parseId(text, spaces[n])) return -8;
          break;
        case 't':
          if (key[1] == 'y') {
            if (value.get_string().get(text)) return -9;
            type = uint8_t(text[0]);
          } else if (key[1] == 'i') {
            if (value.get_string().get(text) || !clock.parse(text, instant)) return -10;
          } else {
            ondemand::array array;
            if (value.get_array().get(array)) return -11;
            transform = int32_t(value.raw_json_token().data() - line);
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
          if (key[1] == 'e') meta = int32_t(value.raw_json_token().data() - line);
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
    lengths[n] = int32_t(it.source().size());
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
