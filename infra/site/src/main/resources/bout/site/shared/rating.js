/** The one number for the strength of a bot. */

/**
 * "1480 ± 280" while it is provisional, "1480" afterwards.
 *
 * @param {{ rating: number, plusMinus: number, provisional: boolean }} rated as published
 */
export const ratingText = ({ rating, plusMinus, provisional }) =>
  provisional ? `${rating} ±\u00a0${plusMinus}` : String(rating);
