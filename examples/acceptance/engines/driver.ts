/**
 * What the tour needs of a browser engine. Each adapter implements these methods with real input
 * events; the tour is written once on top of them.
 */

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * What the person has set in the system or the browser. An engine reads most of it when it starts.
 */
export interface Preferences {
  readonly isDark?: boolean
  readonly reducesMotion?: boolean
  /**
   * All cookies and site data are blocked. Not in Chromium, where the end-to-end tests replace the
   * storage instead.
   */
  readonly blocksStorage?: boolean
  /** The engine has no IndexedDB. Only WebKit can be started so. */
  readonly lacksIndexedDb?: boolean
  /** Every window is a private one, as in Chromium and WebKit by default. */
  readonly isPrivate?: boolean
  /** The system has no fonts. */
  readonly lacksFonts?: boolean
}

/** One tab of an engine. */
export interface Tab {
  /** Navigates and waits for the load event. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  /**
   * Calls a function in the page. Arguments and the answer are JSON. Throws when the function
   * throws.
   */
  run<Args extends readonly unknown[], Answer>(
    task: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Answer>
  /** Clicks with the mouse at a point of the viewport. */
  clickAt(point: Point): Promise<void>
  /** Presses the mouse at one point and releases it at another. */
  drag(from: Point, to: Point): Promise<void>
  /** Presses a key, such as `Escape` or `Shift+Tab`. */
  press(key: string): Promise<void>
  /** Types text where the focus is. */
  type(text: string): Promise<void>
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>
  /** Brings the tab to the front. */
  show(): Promise<void>
  close(): Promise<void>
  /**
   * What the engine itself logged for this tab: console messages and uncaught errors. Empty where
   * it logs none.
   */
  readonly logged: readonly string[]
}

/** A running browser. */
export interface Engine {
  readonly name: EngineName
  readonly version: string
  newTab(): Promise<Tab>
  /** Ends the browser and everything that was started for it. */
  close(): Promise<void>
}

export type EngineName = 'Chromium' | 'Firefox' | 'WebKit'

/**
 * The size of the viewport in Chromium and Firefox; WebKit has less height, because its window has
 * a toolbar.
 */
export const viewport = { width: 1280, height: 920 }

/** The keys of a combination: `Shift+Tab` is `['Shift', 'Tab']`. */
export const keysOf = (combination: string): readonly string[] => combination.split('+')
