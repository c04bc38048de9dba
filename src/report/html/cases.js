"use strict";
const table = document.getElementById("all"), body = table.tBodies[0], rows = [...body.rows];
const label = document.createElement("label"), field = document.createElement("input"), count = document.createElement("output");
label.textContent = "Search name, title or outcome ";
field.type = "search";
label.append(field);
document.getElementById("search").append(label, count);
const texts = rows.map((row) => (row.textContent + " " + row.dataset.words).toLowerCase());
const show = () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  rows.forEach((row, at) => { row.hidden = !words.every((word) => texts[at].includes(word)); left += row.hidden ? 0 : 1; });
  count.textContent = words.length ? left + " of " + rows.length + " cases" : "";
};
field.addEventListener("input", show);
const place = document.getElementById("search");
for (const [name, all] of Object.entries(place.dataset)) {
  const line = document.createElement("div");
  line.className = "filters small";
  line.append(name + ": ");
  for (const word of all.split("|")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = word;
    button.addEventListener("click", () => { field.value = field.value === word ? "" : word; show(); });
    line.append(button, " ");
  }
  place.append(line);
}
field.addEventListener("keydown", (event) => { if (event.key === "Escape") { field.value = ""; show(); } });
[...table.tHead.rows[0].cells].forEach((cell, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = cell.textContent;
  cell.replaceChildren(button);
  button.addEventListener("click", () => {
    const down = cell.getAttribute("aria-sort") === "ascending";
    [...table.tHead.rows[0].cells].forEach((other) => other.removeAttribute("aria-sort"));
    cell.setAttribute("aria-sort", down ? "descending" : "ascending");
    const value = (row) => row.cells[column].textContent;
    const sorted = [...rows].sort((a, b) => value(a).localeCompare(value(b), "en", { numeric: true }));
    body.append(...(down ? sorted.reverse() : sorted));
  });
});
