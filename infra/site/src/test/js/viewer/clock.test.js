import { Clock } from "../../../main/resources/bout/site/viewer/clock.js";
import { equal, near } from "../check.js";

const clockAt = (turn, speed = 1) => {
  const clock = new Clock(100, 6);
  clock.goTo(turn);
  clock.speed = speed;
  return clock;
};

export default {
  "every speed plays as fast as it says"() {
    for (const speed of [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]) {
      const clock = new Clock(100_000, 6);
      clock.speed = speed;
      for (let frame = 0; frame < 240; frame++) {
        clock.advance(1000 / 60);
      }
      near(clock.turn + clock.progress, 24 * speed, 1e-6);
    }
  },

  "it stops at the last turn"() {
    const clock = clockAt(99);
    clock.advance(10_000);
    equal([clock.turn, clock.progress, clock.left, clock.atEnd], [100, 0, 0, true]);
  },

  "a turn that there is not is the nearest"() {
    equal(
      [-3, 7.9, 101].map((turn) => clockAt(turn).turn),
      [0, 7, 100],
    );
  },

  "a slow speed gives way to the least that is asked for"() {
    const clock = clockAt(0, 0.25);
    clock.advance(1000, 30);
    equal(clock.turn, 30);
  },

  "more turns may come"() {
    const clock = clockAt(100);
    clock.turns = 120;
    equal([clock.atEnd, clock.left], [false, 20]);
  },
};
