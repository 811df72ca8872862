/// How the page looks, light and dark, on a desk and on a phone.
enum PageStyle {
  static let text = #"""

    :root{color-scheme:light dark}
    :root,:root[data-print]{--paper:#fff;--panel:#f5f6f7;--line:#d5d8dc;--grid:#ececec;
    --text:#222;--note:#5b5f66;--faded:#8a8a8a;--accent:#0b5cad;--unchanged:#444;--updated:#0072b2;
    --moved:#c25200;--added:#007a4d;--removed:#b3001b;--density:#9db4cc}
    @media screen and (prefers-color-scheme:dark){:root{--paper:#16181d;--panel:#1e2127;--line:#3a3e46;
    --grid:#26292f;--text:#e2e2e2;--note:#a5a9b0;--faded:#8a8a8a;--accent:#6cb0ff;
    --unchanged:#c4c4c4;--updated:#56b4e9;--moved:#ff9440;--added:#3ccb92;--removed:#ff6b7d;
    --density:#47607c}}
    *{box-sizing:border-box}
    html,body{height:100%;margin:0}
    body{display:flex;flex-direction:column;background:var(--paper);color:var(--text);
    font:14px/1.4 system-ui,sans-serif}
    header{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 1em;padding:8px 14px}
    h1{font-size:17px;margin:0;overflow-wrap:anywhere}
    p{margin:0}
    #when{font-variant-numeric:tabular-nums}
    main{flex:1;min-height:0;display:flex;border:solid var(--line);border-width:1px 0}
    #plan{flex:1;min-width:0;position:relative}
    #map{position:absolute;inset:0;width:100%;height:100%;touch-action:none;cursor:grab}
    #zoom{position:absolute;right:10px;top:10px;display:flex;flex-direction:column;gap:4px}
    #side{width:340px;display:flex;flex-direction:column;min-height:0;background:var(--panel);
    border-left:1px solid var(--line)}
    #counts{padding:8px 12px 4px;display:flex;flex-wrap:wrap;gap:2px 12px;font-weight:600}
    #find{margin:4px 12px 6px;font:inherit;padding:5px 8px;border:1px solid var(--line);
    border-radius:6px;background:var(--paper);color:inherit}
    #list{list-style:none;margin:0;padding:0;overflow:auto;flex:1;min-height:4em}
    #list button{display:flex;gap:8px;width:100%;border:0;border-radius:0;background:none;
    text-align:left;padding:4px 12px;align-items:baseline;min-height:0}
    #list button[aria-current=true]{background:var(--line)}
    #list .sign{width:1em;flex:none;font-weight:700;text-align:center}
    #list .label{flex:none;max-width:60%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    #list .how{color:var(--note);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    #more{padding:2px 12px;color:var(--note)}
    #details{border-top:1px solid var(--line);overflow:auto;max-height:45%;padding:8px 12px}
    #details:empty{display:none}
    #details h2{font-size:14px;margin:0 0 4px;overflow-wrap:anywhere}
    #details h3{font-size:12px;margin:8px 0 2px;color:var(--note)}
    #details dl{display:grid;grid-template-columns:fit-content(40%) 1fr;gap:1px 10px;margin:0}
    #details dt{color:var(--note);overflow-wrap:anywhere}
    #details dd{margin:0;overflow-wrap:anywhere}
    #details ol{margin:0;padding:0;list-style:none}
    #details ol button{border:0;background:none;padding:1px 0;color:var(--accent);min-height:0;
    text-align:left}
    footer{padding:6px 14px 8px}
    #bar{position:relative;height:46px;border-radius:4px}
    #bar:focus-within,#map:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
    #density{position:absolute;inset:0;width:100%;height:100%}
    #time{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
    #controls{display:flex;flex-wrap:wrap;gap:6px;align-items:center;margin-top:6px}
    .gap{flex:1}
    button,select{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);
    border-radius:6px;min-height:32px;min-width:34px;padding:2px 9px;cursor:pointer}
    button:focus-visible,select:focus-visible,input:focus-visible{outline:2px solid var(--accent)}
    button[aria-pressed=true]{background:var(--accent);color:var(--paper);
    border-color:var(--accent)}
    #note,#remark{color:var(--note);font-size:12px;margin-top:4px}
    #remark:empty{display:none}
    .added{color:var(--added)}.removed{color:var(--removed)}.moved{color:var(--moved)}
    .updated{color:var(--updated)}.unchanged{color:var(--unchanged)}
    @media (max-width:720px){
    body{height:auto;min-height:100%}
    main{flex-direction:column}
    #plan{flex:none;height:46vh}
    #side{width:auto;border-left:0;border-top:1px solid var(--line)}
    #list{flex:none;max-height:32vh}
    #details{max-height:none}
    footer{position:sticky;bottom:0;background:var(--paper);border-top:1px solid var(--line)}
    button,select{min-height:40px}
    #list button{min-height:36px}
    .wide,#note,#start,#end{display:none}}
    @media print{
    #map,#density{object-fit:contain;object-position:left}
    #zoom,#controls,#find{display:none}}

    """#
}
