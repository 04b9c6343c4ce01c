/**
 * What runs inside the measured page. Each function is sent there alone: it may use nothing outside
 * itself.
 */

/**
 * Three wallets that announce themselves (EIP-6963), each with an icon, one of them also as
 * `window.ethereum`, as real ones do. Runs before anything of the page.
 */
export function announceWallets() {
  const icon = (/** @type {string} */ color) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="${color}"/><circle cx="48" cy="48" r="24"/></svg>`)}`
  const wallets = Object.entries({ Fox: 'tomato', Owl: 'teal', Crane: 'gold' }).map(
    ([name, color], index) => ({
      info: {
        uuid: `5f0c8e4a-1b2c-4d3e-8f4a-00000000000${index}`,
        name,
        icon: icon(color),
        rdns: `test.${name.toLowerCase()}`,
      },
      provider: { request: () => Promise.reject(new Error('This wallet only stands there.')) },
    }),
  )
  Object.assign(window, { ethereum: wallets[0]?.provider })
  addEventListener('eip6963:requestProvider', () => {
    for (const detail of wallets)
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }))
  })
}

/**
 * Lets no moment of the page be idle until `window.idle.release()`, and none again from
 * `window.idle.hold()`. Runs before anything of the page.
 */
export function holdIdle() {
  const { requestIdleCallback: request, cancelIdleCallback: cancel } = window
  /**
   * Those that wait, by a number of ours.
   * @type {Map<number, [IdleRequestCallback, IdleRequestOptions | undefined]>}
   */
  const held = new Map()
  let isHeld = true
  let last = 1e9
  Object.assign(window, {
    requestIdleCallback: (
      /** @type {IdleRequestCallback} */ run,
      /** @type {IdleRequestOptions | undefined} */ options,
    ) => {
      if (!isHeld) return request(run, options)
      held.set(++last, [run, options])
      return last
    },
    cancelIdleCallback: (/** @type {number} */ id) => held.delete(id) || cancel(id),
    idle: {
      hold: () => {
        isHeld = true
      },
      release: () => {
        isHeld = false
        for (const [run, options] of held.values()) request(run, options)
        held.clear()
      },
    },
  })
}

/** Counts the timers that have not run out. Runs before anything of the page. */
export function countTimers() {
  /** @type {Set<unknown>} */
  const live = new Set()
  const {
    setTimeout: after,
    clearTimeout: cancel,
    setInterval: every,
    clearInterval: stop,
  } = window
  Object.assign(window, {
    liveTimers: live,
    setTimeout: (
      /** @type {Function} */ run,
      /** @type {number} */ ms,
      /** @type {unknown[]} */ ...rest
    ) => {
      const id = after(() => {
        live.delete(id)
        run(...rest)
      }, ms)
      live.add(id)
      return id
    },
    setInterval: (
      /** @type {TimerHandler} */ run,
      /** @type {number} */ ms,
      /** @type {unknown[]} */ ...rest
    ) => {
      const id = every(run, ms, ...rest)
      live.add(id)
      return id
    },
    clearTimeout: (/** @type {number} */ id) => {
      live.delete(id)
      cancel(id)
    },
    clearInterval: (/** @type {number} */ id) => {
      live.delete(id)
      stop(id)
    },
  })
}

/**
 * Opens the modal, waits until a wallet has its icon, and closes it by Escape, many times.
 * @param {{ times: number, button: string }} options `button`: the selector of the page's button
 */
export async function openAndCloseTimes({ times, button }) {
  const frame = () => new Promise(requestAnimationFrame)
  const dialog = () =>
    [...document.body.children].flatMap(
      ({ shadowRoot }) => shadowRoot?.querySelector('dialog[open]') ?? [],
    )[0]
  const opener = /** @type {HTMLElement} */ (document.querySelector(button))
  for (let time = 0; time < times; time++) {
    opener.click()
    do await frame()
    while (!dialog()?.querySelector('img'))
    dialog()?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )
    do await frame()
    while (dialog())
  }
}

/** Adds up what blocked the page and what moved in it. Runs before anything of the page. */
export function keepRecords() {
  const records = { blockedMs: 0, longestTaskMs: 0, shift: 0 }
  Object.assign(window, { records })
  // Beyond 50 ms a task keeps a person waiting: total blocking time as the field defines it.
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) {
      records.blockedMs += Math.max(0, duration - 50)
      records.longestTaskMs = Math.max(records.longestTaskMs, duration)
    }
  }).observe({ type: 'longtask', buffered: true })
  // Also right after a click, which the field's own sum forgives.
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      records.shift += /** @type {PerformanceEntry & { value: number }} */ (entry).value
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * Clicks a button of the page and looks at every frame until nothing has changed for a while.
 *
 * `painted` is the end of the first frame that shows an open dialog with its heading, `stable` that
 * of the last frame in which anything inside of it changed (words, sizes, places within the dialog,
 * images): then all wallets stand there with their icons. Milliseconds after the click. The
 * dialog's own entrance, an animation of the whole, is no change inside of it. What the second pane
 * shows is loaded only after the rows were painted, and has its own limit.
 *
 * @param {{ images: number, phase: number, button: string }} options `images`: how many the dialog
 * has when it is complete; `phase`: how long after the start of a frame is clicked, in ms;
 * `button`: its selector
 * @returns {Promise<{ painted: number, stable: number }>}
 */
export function clickAndWatch({ images: expected, phase, button: selector }) {
  const quietMs = 400
  const timeoutMs = 10_000
  const openDialog = () =>
    [document, ...[...document.body.children].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
      .map(place => /** @type {HTMLDialogElement | null} */ (place.querySelector('dialog[open]')))
      .find(Boolean)
  /** @param {HTMLDialogElement} dialog */
  const look = dialog => {
    const { left, top, width, height } = dialog.getBoundingClientRect()
    // To the pixel, and from no usual fraction of one: while the whole dialog comes in, all its
    // places are a little off.
    const beside = dialog.querySelector('.p-pane-beside')
    const elements = [...dialog.querySelectorAll('*')].filter(
      element => element === beside || !beside?.contains(element),
    )
    const places = elements.flatMap(element => {
      const box = element.getBoundingClientRect()
      return box.width && box.height
        ? [box.left - left, box.top - top, box.width, box.height]
            .map(place => Math.round(place + 0.1))
            .join()
        : []
    })
    const images = elements.filter(
      element =>
        element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0,
    ).length
    const texts = elements.flatMap(({ childNodes }) =>
      [...childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(text => text.textContent),
    )
    const signature = [Math.round(width), Math.round(height), images, ...texts, ...places].join('|')
    return {
      signature,
      images,
      hasTitle: dialog.querySelector('h2') !== null,
      isWaiting: elements.some(element => element.matches('.p-skeleton')),
    }
  }
  /** After the frame that is being made was painted. @param {() => void} run */
  const afterPaint = run => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      run()
      port1.close()
    }
    port2.postMessage(undefined)
  }
  const seen = { signature: '', images: 0, isWaiting: false, painted: 0, stable: 0 }
  /** @param {HTMLDialogElement | null | undefined} dialog @param {number} from */
  const notice = (dialog, from) => {
    const { signature, images, hasTitle, isWaiting } = dialog
      ? look(dialog)
      : { ...seen, hasTitle: false }
    if (signature === seen.signature) return
    Object.assign(seen, { signature, images, isWaiting })
    afterPaint(() => {
      seen.stable = performance.now() - from
      if (hasTitle) seen.painted ||= seen.stable
    })
  }
  return new Promise((resolve, reject) => {
    const button = /** @type {HTMLElement} */ (document.querySelector(selector))
    requestAnimationFrame(() =>
      setTimeout(() => {
        const from = performance.now()
        const frame = () => {
          const passed = performance.now() - from
          notice(openDialog(), from)
          const { images, isWaiting, painted, stable } = seen
          if (images === expected && !isWaiting && stable && passed > stable + quietMs)
            resolve({ painted, stable })
          else if (passed > timeoutMs)
            reject(
              new Error(`The dialog shows ${images} of ${expected} icons after ${timeoutMs} ms.`),
            )
          else requestAnimationFrame(frame)
        }
        button.click()
        requestAnimationFrame(frame)
      }, phase),
    )
  })
}

/**
 * Keeps how long each key took until what it finds is painted, where what is found is another with
 * each.
 */
export function watchResults() {
  const modal = document.querySelector('portico-root')?.shadowRoot
  if (!modal) throw new Error('There is no modal.')
  let pressed = 0
  window.results = []
  addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), true)
  const isOfList = (/** @type {MutationRecord} */ { target }) =>
    (target.parentElement ?? /** @type {Element} */ (target)).closest('.p-long')
  new MutationObserver(changes => {
    const from = pressed
    if (!from || !changes.some(isOfList)) return
    pressed = 0
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      window.results.push(performance.now() - from)
      port1.close()
    }
    // After the frame that has it.
    requestAnimationFrame(() => port2.postMessage(0))
  }).observe(modal, { subtree: true, childList: true, characterData: true })
}

/**
 * Presses the button of the page, or one in the modal, and tells when entries of the list of the
 * modal are painted.
 *
 * @param {string} inModal a word of the button in the modal; empty for that of the page
 * @returns {Promise<number>} ms
 */
export function openList(inModal) {
  return new Promise(resolve => {
    const from = performance.now()
    const modal = () => document.querySelector('portico-root')?.shadowRoot
    const look = () => {
      if (!modal()?.querySelector('.p-long button')) return requestAnimationFrame(look)
      // After the frame that has them.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - from)
      requestAnimationFrame(() => port2.postMessage(0))
    }
    const within =
      inModal === ''
        ? undefined
        : [...(modal()?.querySelectorAll('button') ?? [])].find(one =>
            one.textContent?.includes(inModal),
          )
    const button = /** @type {HTMLElement} */ (within ?? document.querySelector('button'))
    button.click()
    requestAnimationFrame(look)
  })
}

/**
 * Scrolls the list of the modal, three rows in a tenth of a second, and takes the time of each
 * frame.
 * @param {number} spanMs
 * @returns {Promise<number[]>} ms
 */
export async function scrollList(spanMs) {
  const list = document.querySelector('portico-root')?.shadowRoot?.querySelector('.p-long')
  // A list without a scrollbar of its own scrolls with its view.
  const box = list?.matches('.p-long-whole') ? list.closest('.p-outlet') : list
  if (!box) throw new Error('There is no list.')
  const frame = () => new Promise(requestAnimationFrame)
  /** @type {number[]} */
  const frames = []
  let last = await frame()
  const end = last + spanMs
  while (last < end) {
    box.scrollTop += 50
    const now = await frame()
    frames.push(now - last)
    last = now
  }
  return frames
}
