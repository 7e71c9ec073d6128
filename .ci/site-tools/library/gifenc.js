/** The parts of gifenc that save a match as an animation. */

export { applyPalette, GIFEncoder, quantize } from "gifenc";
