/**
 * The malformed answers of a wallet. `twice` answers correctly, and then once more with `null`.
 */
export type Nonsense = keyof typeof answers | 'twice'

const answers = {
  undefined: () => undefined,
  null: () => null,
  number: () => 42,
  text: () => 'yes',
  object: () => ({}),
  list: () => [null, 7, {}, '0x12'],
  'bad-hex': () => '0xNOTHEX',
  html: () => '<!doctype html><title>Welcome</title>',
  'throwing-getters': throwingGetters,
}

/** The answer itself, for every kind but `twice`. */
export const nonsenseAnswer = (kind: Exclude<Nonsense, 'twice'>): unknown => answers[kind]()

/**
 * A promise that breaks the rules: it settles twice. `await` takes the first answer; code that
 * passes callbacks gets both.
 */
export function answeringTwice(answer: Promise<unknown>): PromiseLike<unknown> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: a thenable that calls back twice is what this wallet is made to be.
    then: (fulfilled, rejected) =>
      answer.then(value => {
        const first = fulfilled?.(value)
        fulfilled?.(null)
        return first as never
      }, rejected),
  }
}

/**
 * An object of which no property can be read. It can be awaited, else it would be a rejection and
 * not an answer.
 */
function throwingGetters(): unknown {
  const refuse = () => {
    throw new TypeError('This property cannot be read.')
  }
  return new Proxy([], {
    get: (_, property) => (property === 'then' ? undefined : refuse()),
    has: refuse,
    ownKeys: refuse,
    getOwnPropertyDescriptor: refuse,
  })
}
