import { type Hex, verifyMessage } from 'viem'
import { tour } from './surroundings.js'
import { addressOf, connect, expect, fox, owl, test } from './visit.js'

/**
 * What other scripts of a page do to what all scripts share, as they are known for it. Each runs
 * before anything of ours.
 */
const pages: Readonly<Record<string, () => void>> = {
  'two wallets that fight over window.ethereum': () => {
    const listeners = new Set<() => void>()
    const claim = (name: string) => ({
      isMetaMask: true,
      name,
      request: async () => [],
      on: (_: string, run: () => void) => listeners.add(run),
    })
    let now: unknown = claim('One')
    Object.defineProperty(window, 'ethereum', {
      get: () => now,
      set: next => (now = next),
      configurable: true,
    })
    // The second kit replaces the first again each time, and freezes what it can.
    const mine = Object.freeze(claim('Two'))
    setInterval(() => {
      try {
        Object.defineProperty(window, 'ethereum', {
          value: mine,
          configurable: true,
          writable: false,
        })
        window.dispatchEvent(new Event('ethereum#initialized'))
      } catch {
        now = mine
      }
    }, 20)
    window.addEventListener('eip6963:announceProvider', event =>
      Object.freeze((event as CustomEvent).detail),
    )
  },
  'jQuery and its plugins': () => {
    // `$` and events of their own on everything, `on` and `off` of plugins on the elements
    // themselves.
    const $ = (found: string) => ({
      length: document.querySelectorAll(found).length,
      on: () => $(found),
      off: () => $(found),
      ready: (run: () => void) => run(),
    })
    Object.assign(window, { $, jQuery: $ })
    Object.assign(Element.prototype, {
      on: () => undefined,
      off: () => undefined,
      trigger: () => undefined,
    })
    for (const type of ['click', 'keydown', 'pointerdown', 'focusin'])
      document.addEventListener(type, event => {
        // Delegation over the whole page, that looks at what was clicked.
        const target = event.target as Element
        if (target.closest?.('[data-toggle]')) event.preventDefault()
      })
    document.addEventListener(
      'click',
      event =>
        (event.target as Element).closest?.('a[href^="#"]') && event.stopImmediatePropagation(),
      true,
    )
  },
  'old polyfills': () => {
    // core-js of long ago: its own Promise, Symbol and collections where it does not like the
    // native ones.
    const Native = window.Promise
    class Old<T> extends Native<T> {
      static override get [Symbol.species]() {
        return Old
      }
      // biome-ignore lint/suspicious/noThenProperty: it is what they replace.
      override then<A = T, B = never>(
        good?: ((value: T) => A | PromiseLike<A>) | null,
        bad?: ((error: unknown) => B | PromiseLike<B>) | null,
      ) {
        return super.then(good, bad) as Old<A | B>
      }
    }
    Object.assign(window, { Promise: Old })
    Reflect.deleteProperty(Native, 'withResolvers')
    Reflect.deleteProperty(Native, 'try')
    // Its collections mark the objects that are their keys, where they are not frozen.
    let marks = 0
    const mark = <Key>(key: Key): Key => {
      if (Object.isExtensible(key) && !Object.hasOwn(key as object, '_coreMark'))
        Object.defineProperty(key, '_coreMark', { value: `O${marks++}` })
      return key
    }
    const { WeakMap: Weak, Map: Strong } = window
    Object.assign(window, {
      WeakMap: class<Key extends WeakKey, Value> extends Weak<Key, Value> {
        override set(key: Key, value: Value) {
          return super.set(mark(key), value)
        }
      },
      Map: class<Key, Value> extends Strong<Key, Value> {
        override set(key: Key, value: Value) {
          return super.set(typeof key === 'object' && key ? mark(key) : key, value)
        }
      },
    })
    const { assign } = Object
    Object.assign = (target: object, ...sources: object[]) => assign(target, ...sources)
  },
  'Prototype.js': () => {
    // Enumerable, as that library adds them: every `for in` meets them.
    Object.assign(Array.prototype, {
      each: () => undefined,
      first: () => undefined,
      last: () => undefined,
      clear: () => undefined,
      collect: () => undefined,
    })
    Object.assign(String.prototype, { blank: () => false, strip: () => '', camelize: () => '' })
    Object.assign(Function.prototype, {
      curry: () => undefined,
      wrap: () => undefined,
      defer: () => undefined,
    })
    // And replaces `toJSON`.
    Object.assign(Array.prototype, {
      toJSON() {
        return [...(this as unknown as unknown[])]
      },
    })
    Object.assign(Element.prototype, {
      show: () => undefined,
      hide: () => undefined,
      update: () => undefined,
    })
    Object.assign(window, {
      $: (id: string) => document.getElementById(id),
      $$: (found: string) => [...document.querySelectorAll(found)],
    })
  },
  MooTools: () => {
    // Its own `bind`, slower and without a name, and natives with their own `from`, `contains` and
    // `create`.
    Object.defineProperty(Function.prototype, 'bind', {
      configurable: true,
      writable: true,
      value(this: (...args: unknown[]) => unknown, self: unknown, ...first: unknown[]) {
        const run = this
        return function (this: unknown, ...rest: unknown[]) {
          return new.target
            ? Reflect.construct(run, [...first, ...rest])
            : run.apply(self, [...first, ...rest])
        }
      },
    })
    Object.assign(Array, { clone: (items: unknown[]) => [...items] })
    Object.assign(Array.prototype, {
      contains: () => false,
      append: () => undefined,
      erase: () => undefined,
      empty: () => undefined,
    })
    Object.assign(Object, {
      each: () => undefined,
      merge: (...all: object[]) => Object.assign({}, ...all),
    })
    Object.assign(Element.prototype, {
      getElement: () => null,
      inject: () => undefined,
      grab: () => undefined,
      addEvent: () => undefined,
    })
    Object.assign(window, { typeOf: (value: unknown) => typeof value, instanceOf: () => false })
  },
  'scripts that watch everything': () => {
    // Session replay, error reporting, zones: they wrap built-in functions, and freeze them.
    const { fetch, setTimeout, queueMicrotask } = window
    window.fetch = async (...ask) => {
      const answer = await fetch(...ask)
      answer
        .clone()
        .text()
        .catch(() => undefined)
      return answer
    }
    window.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) =>
      setTimeout(
        (...args: never[]) => (run as (...all: unknown[]) => void)(...args),
        ms,
        ...rest,
      )) as typeof setTimeout
    window.queueMicrotask = run => queueMicrotask(() => run())
    const { addEventListener, removeEventListener } = EventTarget.prototype
    const wrapped = new WeakMap<object, EventListener>()
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      if (!listener) return
      const run: EventListener =
        wrapped.get(listener) ??
        function (this: unknown, event) {
          if (typeof listener === 'function') listener.call(this as never, event)
          else listener.handleEvent(event)
        }
      wrapped.set(listener, run)
      addEventListener.call(this, type, run, options)
    }
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
      removeEventListener.call(this, type, (listener && wrapped.get(listener)) ?? listener, options)
    }
    const { then } = Promise.prototype
    // biome-ignore lint/suspicious/noThenProperty: it is what they replace.
    Promise.prototype.then = function (good, bad) {
      return then.call(this, good && (value => good(value)), bad && (error => bad(error))) as never
    }
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function (settings) {
      return attachShadow.call(this, settings)
    }
    const seen = new MutationObserver(records => records.length)
    seen.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
    for (const shared of [
      window.fetch,
      Promise,
      Promise.prototype,
      EventTarget.prototype,
      Array.prototype,
      Object.prototype,
    ])
      Object.freeze(shared)
  },
}

for (const [name, script] of Object.entries(pages))
  test(`[R42] the whole tour passes in a page with ${name}`, async ({ page, visit }) => {
    await page.addInitScript(script)
    await visit({ wallets: [fox(), owl()] })
    await tour(page)
    expect(await page.evaluate(() => window.host.errors)).toEqual([])
  })

test('[S2] a script that hooks the wallet, fetch and Array after load gets no signature that was not requested', async ({
  page,
  visit,
}) => {
  await visit()
  await connect(page)
  await page.evaluate(() => {
    const provider = window.mockWallets.Fox?.provider as unknown as {
      request(ask: { method: string; params?: unknown[] }): Promise<unknown>
    }
    const { request } = provider
    const evil = `0x${[...new TextEncoder().encode('Evil')].map(byte => byte.toString(16).padStart(2, '0')).join('')}`
    const altered = (ask: { method: string; params?: unknown[] }) =>
      ask.method === 'personal_sign' ? { ...ask, params: [evil, ask.params?.[1]] } : ask
    Object.assign(provider, {
      request: (ask: { method: string; params?: unknown[] }) => request(altered(ask)),
    })
    window.fetch = async () => new Response('{"jsonrpc":"2.0","id":1,"result":"0x0"}')
    const { map } = Array.prototype
    Array.prototype.map = function (...ask) {
      return map.apply(this, ask) as never
    }
  })
  const answer = await page.evaluate(() =>
    window.host.sign('Good').then(
      ({ signature }) => ({ signature: signature as string, code: '' }),
      (error: { readonly code: string }) => ({ signature: '', code: error.code }),
    ),
  )
  const isSound =
    answer.signature &&
    (await verifyMessage({
      address: addressOf(0) as Hex,
      message: 'Good',
      signature: answer.signature as Hex,
    }))
  expect(isSound || answer.code).toBe(answer.signature ? true : 'WALLET_ANSWER')
})
