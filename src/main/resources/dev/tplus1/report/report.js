(function () {
  "use strict";
  // One frame may take so long, in milliseconds; the browser stays awake between two of them.
  var FRAME = 12;
  var d = document;
  var form = d.getElementById("tools");
  if (!form) return;
  var words = form.dataset;
  var query = d.getElementById("q");
  var out = d.getElementById("n");
  var none = d.getElementById("none");
  var owned = d.querySelector(".own") !== null;
  var selects = { group: d.getElementById("g"), type: d.getElementById("t"), risk: d.getElementById("r"), owner: d.getElementById("o") };
  var types = [];
  var total = 0;
  var turns = {};
  var last = 0;
  var sorted = "";

  function list(found) { return Array.prototype.slice.call(found); }
  function fill(template, values) {
    return template.replace(/\{(\d)\}/g, function (_, i) { return values[+i]; });
  }
  function count(n) { return n.toLocaleString("en"); }
  // An amount and its currency are joined by a blank that nobody types.
  function plain(text) { return text.replace(/[^\S\n]+/g, " ").toLowerCase(); }

  list(d.querySelectorAll(".type")).forEach(function (el) {
    var name = el.querySelector("h3").firstChild.data;
    var blocks = list(el.querySelectorAll("tbody")).map(function (body) {
      return { el: body.parentNode.parentNode, body: body, size: body.rows.length };
    });
    var size = blocks.reduce(function (n, b) { return n + b.size; }, 0);
    types.push({
      el: el, blocks: blocks, size: size, name: name,
      words: plain(name + "\n" + el.id.replace(/-.*/, "")),
      group: el.parentNode.querySelector("h2").textContent.trim(),
      risk: el.querySelector(".risk").textContent,
      rows: null, texts: null, owners: null, keys: null, hits: null, left: size, many: blocks.length > 1
    });
    total += size;
  });

  // What a row is searched by is read once, when it is first asked for.
  function rowsOf(t) {
    if (t.rows === null) {
      t.rows = [];
      t.blocks.forEach(function (b) { Array.prototype.push.apply(t.rows, list(b.body.rows)); });
      t.texts = new Array(t.size);
      t.owners = new Array(t.size);
      t.hits = new Uint8Array(t.size).fill(1);
    }
    return t.rows;
  }
  function textOf(t, i) {
    var text = t.texts[i];
    if (text === undefined) {
      text = plain(t.rows[i].textContent);
      if (text.indexOf(",") >= 0) text += "\n" + text.replace(/,/g, "");
      t.texts[i] = text;
    }
    return text;
  }
  function ownerOf(t, i) {
    var owner = t.owners[i];
    if (owner === undefined) {
      var el = t.rows[i].querySelector(".own");
      owner = el === null ? "" : el.textContent;
      t.owners[i] = owner;
    }
    return owner;
  }

  // Work that goes on frame by frame until it is done, or until other work of its kind takes its place.
  function work(kind, step, done) {
    var mine = turns[kind] = (turns[kind] || 0) + 1;
    function frame() {
      if (mine !== turns[kind]) return;
      var end = performance.now() + FRAME;
      while (performance.now() < end) {
        if (!step()) { done(); return; }
      }
      requestAnimationFrame(frame);
    }
    frame();
  }

  function filtered() {
    return query.value.trim() !== "" || Object.keys(selects).some(function (k) { return selects[k].value !== ""; });
  }

  function filter() {
    var wanted = plain(query.value).trim();
    var group = selects.group.value, type = selects.type.value, risk = selects.risk.value, owner = selects.owner.value;
    var at = 0, from = 0, shown = 0, left = 0;
    // some rows at a time: first all is looked at, so that nothing moves while somebody types
    work("filter", function () {
      if (at === types.length) return false;
      var t = types[at], rows = rowsOf(t), end = Math.min(from + 200, t.size);
      var ok = (group === "" || group === t.group) && (type === "" || type === t.name) && (risk === "" || risk === t.risk);
      var all = ok && (wanted === "" || t.words.indexOf(wanted) >= 0);
      for (var i = from; i < end; i++) {
        var hit = ok && (all || textOf(t, i).indexOf(wanted) >= 0) && (owner === "" || ownerOf(t, i) === owner);
        t.hits[i] = hit ? 1 : 0;
        if (hit) left++;
      }
      from = end;
      if (end === rows.length) { t.left = left; shown += left; at++; from = left = 0; }
      return true;
    }, function () { show(shown); });
  }

  function show(shown) {
    var at = 0, from = 0;
    work("filter", function () {
      if (at === types.length) return false;
      var t = types[at], end = Math.min(from + 200, t.size);
      // a type without a row is gone as a whole, and its rows are left as they are
      if (t.left === 0) { t.el.hidden = true; at++; return true; }
      for (var i = from; i < end; i++) {
        var hide = t.hits[i] === 0;
        if (t.rows[i].hidden !== hide) t.rows[i].hidden = hide;
      }
      from = end;
      if (end === t.size) { at++; from = 0; tidy(t); }
      return true;
    }, function () {
      list(d.querySelectorAll(".group")).forEach(function (g) { g.hidden = !g.querySelector(".type:not([hidden])"); });
      none.hidden = shown > 0;
      tell(shown);
    });
  }

  // Tables without a row are gone; what is left of a long one says how high it will be.
  function tidy(t) {
    var left = 0;
    t.blocks.forEach(function (b) {
      var here = 0;
      for (var i = 0; i < b.body.rows.length; i++) if (!b.body.rows[i].hidden) here++;
      b.el.hidden = here === 0 && b !== t.blocks[0];
      if (t.many) b.el.style.containIntrinsicBlockSize = here === b.size ? "" : here * 76 + 40 + "px";
      left += here;
    });
    t.el.hidden = left === 0 || t.left === 0;
  }

  function tell(shown) {
    last = shown;
    var text = fill(words.count, [count(shown), count(total)]);
    if (words.more) text += "; " + words.more;
    if (sorted) text += "; " + sorted;
    out.textContent = text;
    clear.hidden = !filtered();
  }

  // At once, so that a link to a row that was hidden leads there.
  function showAll() {
    turns.filter = (turns.filter || 0) + 1;
    query.value = "";
    Object.keys(selects).forEach(function (k) { selects[k].value = ""; });
    types.forEach(function (t) {
      if (t.rows === null) return;
      t.hits.fill(1);
      t.left = t.size;
      t.rows.forEach(function (row) { if (row.hidden) row.hidden = false; });
      tidy(t);
    });
    list(d.querySelectorAll(".group")).forEach(function (g) { g.hidden = false; });
    none.hidden = true;
    tell(total);
  }

  // --- sorting: by what the row's key says, not by what it shows ---

  function keysOf(t) {
    if (t.keys === null) {
      rowsOf(t);
      t.keys = [];
      for (var column = 0; column < 4; column++) {
        t.keys.push({ value: new Float64Array(t.size).fill(NaN), unit: new Array(t.size).fill("") });
      }
      t.rows.forEach(function (row, i) {
        row.dataset.s.split(" ").forEach(function (key, column) {
          if (key === "-") return;
          t.keys[column].value[i] = parseInt(key, 10);
          t.keys[column].unit[i] = key.replace(/[-\d]+/, "");
        });
      });
    }
    return t.keys;
  }

  // Rows without a value come last either way; those that are alike stay as the report has them.
  function byNumber(t, column, sign) {
    var value = keysOf(t)[column].value, unit = keysOf(t)[column].unit;
    return function (a, b) {
      var x = value[a], y = value[b];
      if (x !== x || y !== y) return x !== x && y !== y ? a - b : x !== x ? 1 : -1;
      if (unit[a] !== unit[b]) return unit[a] < unit[b] ? -1 : 1;
      return x === y ? a - b : (x < y ? -sign : sign);
    };
  }
  function byId(t, sign) {
    var ids = rowsOf(t).map(function (row) { var id = row.querySelector("dd"); return id ? id.textContent : ""; });
    return function (a, b) { return ids[a] === ids[b] ? a - b : (ids[a] < ids[b] ? -sign : sign); };
  }

  function sort(t, column, way) {
    var sign = way === "descending" ? -1 : 1;
    rowsOf(t);
    var order = t.rows.map(function (_, i) { return i; });
    if (way !== "none") order.sort(column === "id" ? byId(t, sign) : byNumber(t, column, sign));
    var at = 0, block = 0;
    work(t.el.id, function () {
      if (block === t.blocks.length) return false;
      var b = t.blocks[block++], part = d.createDocumentFragment();
      for (var i = 0; i < b.size; i++) part.appendChild(t.rows[order[at++]]);
      b.body.appendChild(part);
      return true;
    }, function () { tidy(t); tell(last); });
  }

  function sortable(t) {
    var heads = t.el.querySelectorAll("thead tr");
    if (t.size < 2) return;
    var state = { column: null, way: "none" };
    function button(th, column, label) {
      var b = d.createElement("button");
      b.type = "button";
      b.className = "sort";
      b.dataset.column = column;
      if (label === null) while (th.firstChild) b.appendChild(th.firstChild); else b.textContent = label;
      b.addEventListener("click", function () {
        var first = column === "id" || column === 3 ? "ascending" : "descending";
        var second = first === "ascending" ? "descending" : "ascending";
        var way = state.column !== column ? first : state.way === first ? second : state.way === second ? "none" : first;
        state = { column: column, way: way };
        list(heads).forEach(function (head) {
          list(head.cells).forEach(function (cell) { cell.removeAttribute("aria-sort"); });
          if (way !== "none") head.cells[th.cellIndex].setAttribute("aria-sort", way);
        });
        list(heads[0].querySelectorAll(".sort")).forEach(function (each) { each.classList.toggle("on", each === b && way !== "none"); });
        sorted = way === "none" ? words.unsorted : fill(words[way], [b.textContent]);
        sort(t, column, way);
      });
      th.appendChild(b);
    }
    var cells = heads[0].cells;
    button(cells[0], "id", null);
    button(cells[0], 3, words.time);
    button(cells[1], 0, null);
    button(cells[2], 1, null);
    button(cells[3], 2, null);
  }

  // --- the controls ---

  function options(select, names) {
    var seen = {};
    names.forEach(function (name) {
      if (name === "" || seen["$" + name]) return;
      seen["$" + name] = true;
      var option = d.createElement("option");
      option.value = option.textContent = name;
      select.appendChild(option);
    });
    select.parentNode.hidden = select.options.length < 3;
    select.addEventListener("change", filter);
  }

  var clear = d.getElementById("clear");
  options(selects.group, types.map(function (t) { return t.group; }));
  options(selects.type, types.map(function (t) { return t.name; }));
  options(selects.risk, types.map(function (t) { return t.risk; }));
  options(selects.owner, owned ? list(d.querySelectorAll(".own")).map(function (el) { return el.textContent; }).sort() : []);
  if (owned) selects.owner.parentNode.hidden = false;
  types.forEach(sortable);
  d.documentElement.classList.add("js");
  form.hidden = false;
  tell(total);

  // Who turns to the search will search: what it needs is read while they type.
  query.addEventListener("focus", function () {
    var at = 0, from = 0;
    work("warm", function () {
      if (at === types.length) return false;
      var t = types[at], end = Math.min(from + 200, rowsOf(t).length);
      for (var i = from; i < end; i++) textOf(t, i);
      from = end;
      if (end === t.size) { at++; from = 0; }
      return true;
    }, function () {});
  }, { once: true });

  var wait;
  query.addEventListener("input", function () { clearTimeout(wait); wait = setTimeout(filter, 150); });
  form.addEventListener("submit", function (event) { event.preventDefault(); filter(); });
  clear.addEventListener("click", function () { showAll(); query.focus(); });
  d.addEventListener("keydown", function (event) {
    var typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      query.focus();
    } else if (event.key === "Escape" && filtered()) {
      clearTimeout(wait);
      showAll();
    }
  });
  d.addEventListener("click", function (event) {
    var link = event.target.closest ? event.target.closest("a[href^='#']") : null;
    var target = link && d.getElementById(link.getAttribute("href").slice(1));
    if (target && (target.closest("[hidden]"))) showAll();
  });
})();
