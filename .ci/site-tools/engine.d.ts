/**
 * What the compiled engine exports, by the classes of `bout.browser` in infra/site; `EngineTypesTest` compares them. Which of the
 * fields of a picture and what moves there are is up to each game.
 */
declare namespace Engine {
  type Seat = number;

  interface Picture {
    readonly turn: number;
  }

  interface Game {
    readonly id: string;
    readonly name: string;
    readonly summary: string;
    readonly rules: number;
    readonly seats: { fewest: number; most: number };
    readonly setUpTellsChance: boolean;
    readonly options: Api.Option[];
    readonly houseBots: { name: string; description: string }[];
    readonly timeLimits: { first: number; later: number };
    readonly answer: string;
    readonly exampleAnswer: unknown;
    readonly scoreUnit: string;
  }

  /** A call to a bot; 0 milliseconds mean that it was not called over a network. */
  interface Call {
    readonly seat: Seat;
    readonly move: unknown;
    readonly failure: { kind: Api.FailureKind; text: string } | null;
    readonly milliseconds: number;
    readonly note: string | null;
  }

  type Opening = { readonly replay: OpenedReplay; readonly problem: null } | { readonly replay: null; readonly problem: string };
  type Beginning = { readonly match: OngoingMatch; readonly problem: null } | { readonly match: null; readonly problem: string };

  interface BrowserEngine {
    games(): Game[];
    openReplay(document: Replay.Document): Opening;
    beginMatch(game: string, seed: string, options: Api.GivenOptions, seats: number): Beginning;
    continueMatch(document: Replay.Document, turn: number): Beginning;
  }

  interface OpenedReplay {
    readonly over: boolean;
    readonly failedSeat: number;
    readonly turns: number;
    readonly confirmed: boolean;
    readonly difference: string | null;
    picture(turn: number): Picture;
    calls(turn: number): Call[];
    asks(turn: number): { seat: Seat; fields: Record<string, unknown> }[];
    hash(turn: number): string;
    walk(from: number): Walk;
  }

  interface Walk {
    next(): boolean;
    readonly turn: number;
    readonly picture: Picture;
    readonly calls: Call[];
    playOut(names: string[], seed: string): number[];
  }

  interface OngoingMatch {
    readonly over: boolean;
    readonly turn: number;
    readonly recorded: boolean;
    playRecordedTurn(): void;
    picture(): Picture;
    isToMove(seat: number): boolean;
    isFirstMoveOf(seat: number): boolean;
    ask(seat: number): Record<string, unknown>;
    seatHouseBot(seat: number, name: string): void;
    answerByHouseBot(seat: number): void;
    remindHouseBot(seat: number): void;
    answer(seat: number, json: string, milliseconds: number): { kind: Api.FailureKind; text: string } | null;
    refusal(seat: number, json: string): string | null;
    fail(seat: number, kind: string, text: string, milliseconds: number): void;
    playTurn(): void;
    result(): Replay.Result | null;
    places(): number[];
    replay(names: string[]): Replay.Document;
  }
}

/** The module, which the build puts beside the pages. */
declare module "*/engine.js" {
  export const games: Engine.BrowserEngine["games"];
  export const openReplay: Engine.BrowserEngine["openReplay"];
  export const beginMatch: Engine.BrowserEngine["beginMatch"];
  export const continueMatch: Engine.BrowserEngine["continueMatch"];
}
