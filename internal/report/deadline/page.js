"use strict";
(() => {
  const root = document.documentElement;
  const store = {
    get() { try { return localStorage.getItem("timeoutlint-theme"); } catch { return null; } },
    set(v) { try { localStorage.setItem("timeoutlint-theme", v); } catch { /* a file without storage */ } },
  };

  // Light and dark: as the system says, until somebody chooses.
  const toggle = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const name = () => { toggle.textContent = dark() ? "Light" : "Dark"; };
  const saved = store.get();
  if (saved === "dark" || saved === "light") root.dataset.theme = saved;
  toggle.hidden = false;
  name();
  system.addEventListener("change", name);
  toggle.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    store.set(root.dataset.theme);
    name();
  });

  // Sorting: a header's button sorts by its column, a second time backwards.
  // Rows without a key stay at the end.
  for (const table of document.querySelectorAll("table[data-sortable]")) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((th, column) => {
      const button = th.querySelector("button");
      if (!button) return;
      button.addEventListener("click", () => {
        const up = th.getAttribute("aria-sort") !== "ascending";
        for (const other of heads) if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
        th.setAttribute("aria-sort", up ? "ascending" : "descending");
        const numbers = th.dataset.type === "number";
        const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent.trim();
        const rows = [...body.rows];
        rows.sort((a, b) => {
          const x = key(a), y = key(b);
          if ((x === "") !== (y === "")) return x === "" ? 1 : -1;
          const order = numbers ? Number(x) - Number(y) : x.localeCompare(y, "en", { numeric: true });
          return up ? order : -order;
        });
        body.append(...rows);
      });
    });
  }

  // Filters: words that all have to be in an item.
  for (const input of document.querySelectorAll("input[data-filters]")) {
    const items = [...document.querySelectorAll(input.dataset.filters)];
    const box = document.getElementById(input.dataset.with || "");
    const count = document.getElementById(input.dataset.counts);
    const apply = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const item of items) {
        const text = (item.dataset.text || item.textContent).toLowerCase();
        item.hidden = !words.every((w) => text.includes(w)) || Boolean(box && box.checked && !item.dataset.broken);
        if (!item.hidden) shown++;
      }
      count.textContent = shown === items.length ? "" : `${shown} of ${items.length}`;
    };
    input.addEventListener("input", apply);
    if (box) box.addEventListener("change", apply);
    input.closest(".tools").hidden = false;
    apply();
  }
})();
