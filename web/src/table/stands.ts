// How the board and the panels share the screen: the board stands over the cards, or beside all of them in a place as
// wide as it needs, wherever it is larger there. Pure; the sizes are those of the table's style.

interface Size {
  width: number;
  height: number;
}

/** Pixels: the bar, the players at the left, the panels at the right, the cards below; beside a board and below a tablet's. */
const BAR = 48;
const LEFT = 248;
const RIGHT = 224;
const FOOT = 112;
const BESIDE = { wide: 400, narrow: 312 };
const STRIP = 44;
const DRAWER = 274;
/** A board changes its place only for so much more of its size. */
const WORTH = 1.05;

/** The width of a sheet that fits in a place; `shape`: its width by its height. */
const fits = (shape: number, { width, height }: Size): number => Math.min(width, height * shape);

/** Whether a sheet is larger beside the panels than over the cards; `wide`: the players have a column of their own. */
export function standsBeside(shape: number, { width, height }: Size, wide: boolean): boolean {
  const over = wide
    ? { width: width - LEFT - RIGHT, height: height - BAR - FOOT }
    : { width, height: height - BAR - STRIP - DRAWER };
  const beside = { width: width - (wide ? LEFT + BESIDE.wide : BESIDE.narrow), height: height - BAR };
  return fits(shape, beside) > WORTH * fits(shape, over);
}
