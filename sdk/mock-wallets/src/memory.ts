/**
 * Where a wallet keeps what it knows about the page: the part of the Web Storage API that it needs.
 */
export type WalletStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Remembers one JSON value under a name. */
export interface Memory {
  read(): unknown
  write(value: unknown): void
  /** Calls the listener when another tab has written. */
  follow(listener: () => void): void
}

/**
 * @storage localStorage or sessionStorage
 * @stores in tests only: whether the mock wallet of this name knows the page, and what it approved
 * @reason a mock wallet recognises the page after a reload, as real wallets do
 * @kept until the tab is closed, or for `every-tab` until the browser's profile is deleted
 * @deletedBy the test
 */
const keyPrefix = 'mock-wallet:'

/**
 * The wallet's memory of the page. `true` keeps it in this tab, `every-tab` in all tabs of the
 * origin, which receive each other's changes, as with real wallets. Both need a page with storage,
 * and forget everything without one.
 */
export function createMemory(
  name: string,
  remember: boolean | 'every-tab' | WalletStorage,
): Memory {
  const storage =
    typeof remember === 'object'
      ? remember
      : remember
        ? pageStorage(remember === 'every-tab')
        : undefined
  const key = `${keyPrefix}${name}`
  return {
    read: () => attempt(() => JSON.parse(storage?.getItem(key) ?? 'null')),
    write: value => void attempt(() => storage?.setItem(key, JSON.stringify(value))),
    follow(listener) {
      if (remember !== 'every-tab') return
      globalThis.addEventListener?.('storage', event => {
        if (event.key === key) listener()
      })
    },
  }
}

const pageStorage = (everyTab: boolean) =>
  attempt(() => (everyTab ? globalThis.localStorage : globalThis.sessionStorage))

/**
 * A real wallet has its own storage, which the page cannot affect. So this wallet acts as on a
 * first visit where the page's storage is blocked, full or holds garbage.
 */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
