// One picture of a finished game, to be sent to the family: the winner, the map as it lies on the page, the scores.
// It is painted on a canvas from the page's own drawing, shape by shape, so it needs nothing from anywhere else.

import type { Colour } from "#protocol";

/** What is written on the picture. */
export interface Caption {
  title: string;
  /** Under the title: by how much. */
  margin: string;
  /** The players in order, with their points. */
  rows: { name: string; colour: Colour; points: string }[];
  /** In the corner. */
  brand: string;
}

const WIDTH = 1600;
const EDGE = 40;
const HEAD = 170;
const FOOT = 110;

/** Paint the picture. `map`: the element that holds the board's drawing, canvases and SVG one over the other. */
export async function pictureOf(
  map: HTMLElement,
  size: { width: number; height: number },
  caption: Caption,
): Promise<Blob> {
  const scale = (WIDTH - 2 * EDGE) / size.width;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, Math.round(HEAD + size.height * scale + FOOT)];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser paints nothing");
  const page = getComputedStyle(map);
  const paint = (name: string): string => page.getPropertyValue(name).trim();
  context.fillStyle = resolved(map, "--paper");
  context.fillRect(0, 0, canvas.width, canvas.height);
  paintMap(context, map, size, scale);
  write(context, map, caption, canvas.height, paint("font-family") || "sans-serif");
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

/** A colour of the theme as the browser works it out. */
function resolved(place: HTMLElement, variable: string): string {
  const sample = document.createElement("i");
  sample.style.color = `var(${variable})`;
  place.append(sample);
  const { color } = getComputedStyle(sample);
  sample.remove();
  return color;
}

function paintMap(
  to: CanvasRenderingContext2D,
  map: HTMLElement,
  size: { width: number; height: number },
  scale: number,
): void {
  to.save();
  to.beginPath();
  to.rect(EDGE, HEAD, size.width * scale, size.height * scale);
  to.clip();
  to.fillStyle = resolved(map, "--water");
  to.fillRect(EDGE, HEAD, size.width * scale, size.height * scale);
  const svg = map.querySelector<SVGSVGElement>(".sheet-of-map > svg");
  const margin = -(svg?.viewBox.baseVal.x ?? 0);
  const base = new DOMMatrix([scale, 0, 0, scale, EDGE - margin * scale, HEAD - margin * scale]);
  for (const layer of map.querySelectorAll<HTMLCanvasElement>(".sheet-of-map canvas")) {
    to.setTransform(base);
    if (layer.width && layer.height) to.drawImage(layer, 0, 0, size.width + 2 * margin, size.height + 2 * margin);
  }
  const board = base.translate(margin, margin);
  if (svg) for (const child of svg.children) paintShape(to, child, board, 1);
  to.restore();
}

const SHAPES = "path, circle, rect, line, ellipse, polygon, polyline, text";

/** Paint an element of the drawing and what is in it or used by it, as the page shows it; `from`: where it stands. */
function paintShape(to: CanvasRenderingContext2D, element: Element, from: DOMMatrix, opacity: number): void {
  if (!(element instanceof SVGGraphicsElement) || element instanceof SVGDefsElement) return;
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden") return;
  const seen = opacity * Number(style.opacity);
  if (!seen) return;
  const moved = element.transform.baseVal.consolidate()?.matrix;
  const at = moved ? from.multiply(DOMMatrix.fromMatrix(moved)) : from;
  if (element.matches(SHAPES)) {
    to.setTransform(at);
    draw(to, element, style, seen);
  }
  const used = element instanceof SVGUseElement ? document.getElementById(element.href.baseVal.slice(1)) : null;
  if (used) paintShape(to, used, at, seen);
  if (!(element instanceof SVGTextElement)) for (const child of element.children) paintShape(to, child, at, seen);
}

function draw(
  to: CanvasRenderingContext2D,
  element: SVGGraphicsElement,
  style: CSSStyleDeclaration,
  opacity: number,
): void {
  const outline = element instanceof SVGTextElement ? null : new Path2D(outlineOf(element));
  const fill = (): void => {
    if (!isPaint(style.fill)) return;
    to.globalAlpha = opacity * Number(style.fillOpacity);
    to.fillStyle = style.fill;
    if (outline) to.fill(outline, style.fillRule === "evenodd" ? "evenodd" : "nonzero");
    else letters(to, element as SVGTextElement, style, "fillText");
  };
  const stroke = (): void => {
    if (!isPaint(style.stroke) || !parseFloat(style.strokeWidth)) return;
    to.globalAlpha = opacity * Number(style.strokeOpacity);
    to.strokeStyle = style.stroke;
    to.lineWidth = parseFloat(style.strokeWidth);
    to.lineCap = style.strokeLinecap as CanvasLineCap;
    to.lineJoin = style.strokeLinejoin as CanvasLineJoin;
    to.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat));
    if (outline) to.stroke(outline);
    else letters(to, element as SVGTextElement, style, "strokeText");
  };
  for (const part of style.paintOrder.startsWith("stroke") ? [stroke, fill] : [fill, stroke]) part();
}

/** A colour, and not a pattern of the page's or nothing at all. */
const isPaint = (paint: string): boolean =>
  paint !== "none" && paint !== "transparent" && paint !== "rgba(0, 0, 0, 0)" && !paint.startsWith("url");

/** The outline of a shape as the text of a path. */
function outlineOf(element: SVGGraphicsElement): string {
  const number = (name: string): number => Number(element.getAttribute(name) ?? 0);
  if (element instanceof SVGPathElement) return element.getAttribute("d") ?? "";
  if (element instanceof SVGLineElement) return `M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}`;
  if (element instanceof SVGRectElement) {
    return `M${number("x")} ${number("y")}h${number("width")}v${number("height")}h${-number("width")}z`;
  }
  if (element instanceof SVGPolygonElement || element instanceof SVGPolylineElement) {
    return `M${element.getAttribute("points") ?? ""}${element instanceof SVGPolygonElement ? "z" : ""}`;
  }
  const [rx, ry] = [
    element.getAttribute("r") ?? element.getAttribute("rx"),
    element.getAttribute("r") ?? element.getAttribute("ry"),
  ].map(Number);
  return `M${number("cx") - (rx ?? 0)} ${number("cy")}a${rx} ${ry} 0 1 0 ${2 * (rx ?? 0)} 0a${rx} ${ry} 0 1 0 ${-2 * (rx ?? 0)} 0z`;
}

function letters(
  to: CanvasRenderingContext2D,
  element: SVGTextElement,
  style: CSSStyleDeclaration,
  how: "fillText" | "strokeText",
): void {
  const parts = element.children.length ? [...element.querySelectorAll("tspan")] : [element];
  to.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const shelved = element.closest("defs");
  to.textAlign = shelved ? "center" : "left"; // where a text begins is known, wherever it is anchored
  if (shelved) to[how](element.textContent, 0, Number(element.getAttribute("y")));
  else
    for (const part of parts) {
      if (!part.getNumberOfChars()) continue;
      const { x, y } = part.getStartPositionOfChar(0);
      to[how](part.textContent.trim(), x, y);
    }
}

/** The words around the map: title and margin over it, the players under it, the name of the game in the corner. */
function write(to: CanvasRenderingContext2D, map: HTMLElement, caption: Caption, height: number, text: string): void {
  const display = getComputedStyle(map).getPropertyValue("--display").trim() || "serif";
  const line = (words: string, x: number, y: number, font: string, colour: string, most: number): void => {
    to.font = font;
    to.fillStyle = colour;
    to.fillText(words, x, y, most);
  };
  const ink = resolved(map, "--ink");
  line(caption.title, EDGE, 82, `600 64px ${display}`, ink, WIDTH - 2 * EDGE);
  line(caption.margin, EDGE, 138, `400 34px ${text}`, resolved(map, "--ink-2"), WIDTH - 2 * EDGE - 260);
  to.textAlign = "right";
  line(caption.brand, WIDTH - EDGE, 138, `600 34px ${display}`, resolved(map, "--brass"), 250);
  to.textAlign = "left";
  const step = (WIDTH - 2 * EDGE) / caption.rows.length;
  caption.rows.forEach(({ name, colour, points }, i) => {
    const x = EDGE + i * step;
    to.fillStyle = resolved(map, `--seat-${colour}`);
    to.fillRect(x, height - 74, 30, 30);
    line(`${points}  ${name}`, x + 44, height - 46, `600 34px ${text}`, ink, step - 60);
  });
}

/** Hand the picture to whatever the device shares with, or else save it as a file. */
export async function share(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
