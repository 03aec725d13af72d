// What is wrong with the page that is shown: a list of sentences. Judged by what the browser has laid out.
(() => {
  const wrong = [];
  const short = (node) => (node.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
  const root = document.scrollingElement;
  if (root.scrollWidth > window.innerWidth) {
    const wide = [...document.body.querySelectorAll("*")].find((e) => e.getBoundingClientRect().right > window.innerWidth + 1);
    wrong.push(`it is ${root.scrollWidth} wide in a window of ${window.innerWidth}` + (wide ? `: <${wide.tagName}> “${short(wide)}”` : ""));
  }

  // WCAG 2.2, 1.4.3: 4.5 to 1, and 3 to 1 for large text.
  const parts = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
  const over = (top, under) => {
    const alpha = top.length > 3 ? top[3] : 1;
    return [0, 1, 2].map((i) => top[i] * alpha + under[i] * (1 - alpha));
  };
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      layers.push(parts(getComputedStyle(e).backgroundColor));
    }
    // The canvas itself is white, or near black where the page says that it knows dark.
    const dark = matchMedia("(prefers-color-scheme:dark)").matches && document.querySelector('meta[name="color-scheme"]');
    return layers.reverse().reduce((under, layer) => over(layer, under), dark ? [18, 18, 18] : [255, 255, 255]);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (seen.has(element) || !walker.currentNode.data.trim() || !element.getClientRects().length) continue;
    seen.add(element);
    const style = getComputedStyle(element);
    const under = ground(element);
    const size = parseFloat(style.fontSize);
    const needs = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const found = contrast(over(parts(style.color), under), under);
    if (found < needs) wrong.push(`contrast ${found.toFixed(2)} of “${short(element)}”`);
    if (size < 12.5) wrong.push(`text of ${size} px: “${short(element)}”`);
  }

  for (const image of document.images) {
    if (!image.alt.trim()) wrong.push("a picture without words");
    if (image.getAttribute("src") && !image.naturalWidth) wrong.push(`the picture ${image.getAttribute("src")} is not there`);
  }
  // WCAG 2.2, 2.5.8: 24 by 24, but for links within a sentence.
  for (const link of document.querySelectorAll("a.m, .btn a, .ghost a, .bad a")) {
    const box = link.getBoundingClientRect();
    if (document.querySelector("style") && (box.height < 24 || box.width < 24)) wrong.push(`a tap of ${box.width} by ${box.height}: “${short(link)}”`);
  }
  if (document.querySelectorAll("h1").length < 1) wrong.push("no headline");
  if (!document.documentElement.lang) wrong.push("no language");
  return wrong;
})()
