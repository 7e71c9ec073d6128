/** What is loaded when somebody wants it. */

/**
 * Does something when a fold is opened for the first time; if that fails, because the network did, the next time again.
 *
 * @param {HTMLElement} fold
 * @param {() => Promise<void>} act
 */
export function whenOpened(fold, act) {
  let begun = false;
  fold.addEventListener("toggle", async () => {
    if (begun) {
      return;
    }
    begun = true;
    try {
      await act();
    } catch (failed) {
      begun = false;
      throw failed;
    }
  });
}
