/// What is on the page before the script fills it.
enum PageBody {
  /// - Parameter title: already escaped.
  static func text(title: String) -> String {
    """
    <header>
    <h1>\(title)</h1>
    <p id="when" aria-live="off"></p>
    </header>
    <noscript><p>This page needs JavaScript, all of which is in the page itself.</p></noscript>
    <main>
    <section id="plan" aria-label="Plan from above">
    <canvas id="map" tabindex="0" role="img" aria-label="Plan from above"></canvas>
    <div id="zoom" role="group" aria-label="Zoom">
    <button id="closer" title="Closer (+)" aria-label="Closer">+</button>
    <button id="farther" title="Farther (-)" aria-label="Farther">−</button>
    <button id="fit" title="Show all (0)" aria-label="Show all">⤢</button>
    </div>
    </section>
    <section id="side" aria-label="Anchors">
    <p id="counts"></p>
    <input id="find" type="search" placeholder="Find an anchor" aria-label="Find an anchor">
    <ul id="list"></ul>
    <p id="more"></p>
    <div id="details" aria-live="polite"></div>
    </section>
    </main>
    <footer>
    <div id="bar">
    <canvas id="density" aria-hidden="true"></canvas>
    <input id="time" type="range" min="0" max="100000" step="any" value="0" aria-label="Time">
    </div>
    <div id="controls">
    <button id="start" title="Start (Home)" aria-label="Start">|◀</button>
    <button id="back" title="Previous event (←)" aria-label="Previous event">‹</button>
    <button id="play" title="Play, pause (Space)" aria-label="Play">▶</button>
    <button id="forward" title="Next event (→)" aria-label="Next event">›</button>
    <button id="end" title="End (End)" aria-label="End">▶|</button>
    <label class="wide">all in <select id="speed">
    <option value="10">10 s</option><option value="30" selected>30 s</option>
    <option value="120">2 min</option><option value="600">10 min</option>
    </select></label>
    <span class="gap"></span>
    <button id="mark-a" title="Mark A here (a)" aria-pressed="false">A</button>
    <button id="mark-b" title="Mark B here (b)" aria-pressed="false">B</button>
    <button id="compare" title="Compare A with B (d)" aria-pressed="false">Compare</button>
    <button id="zone" title="Time zone (z)">UTC</button>
    </div>
    <p id="remark" role="status"></p>
    <p id="note"></p>
    </footer>
    """
  }
}
