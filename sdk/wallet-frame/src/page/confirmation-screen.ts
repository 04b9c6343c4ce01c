/** Shows what a request does, and waits for the person's decision. */
import { type Message, message, withValues } from '@portico/kernel/text'
import { FrameRefusal } from '../frame/errors.js'
import type { Confirm, Confirmation } from '../signing/sign-request.js'
import { factsOfChange } from './account-change.js'
import {
  type ActionFacts,
  coinAmount,
  type Fact,
  factsOf,
  inEnglish,
  type KnownAssets,
  warningMessage,
} from './action-facts.js'
import { canTrackVisibility, watchVisibility } from './visibility.js'

/** Milliseconds that the button has been visible before it can be pressed. */
const visibleMs = 600

const unknownFeeMessage = message(
  'frame.feeUnknown',
  'Not known here. The network takes it besides the amount.',
)

export interface ConfirmationScreenOptions {
  readonly document: Document
  /** Asks the page to show the frame, or to hide it. */
  showFrame(isShown: boolean): void
  readonly translate?: (message: Message) => string
}

/**
 * The rows of a text: its lines, and of a long line up to 80 characters, if possible whole
 * words. A row that is higher than the frame would never be visible as a whole.
 */
const rowPattern = /[^\n]{1,79}(?:[ \n]|$)|[^\n]{1,80}\n?|\n/gu

/**
 * Asks for one request after the other. The button that confirms works only after every row of the
 * screen was visible, and while all of the button has been so for 600 ms since. A browser that
 * cannot tell refuses, because the page could cover it.
 */
export function createConfirmationScreen({
  document,
  showFrame,
  translate = inEnglish,
}: ConfirmationScreenOptions): Confirm {
  let last: Promise<unknown> = Promise.resolve()
  const ask = async (confirmation: Confirmation, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    const screen = render(document, confirmation, translate)
    document.body.replaceChildren(screen.root)
    showFrame(true)
    try {
      await decision(screen, signal)
    } finally {
      document.body.replaceChildren()
      showFrame(false)
    }
  }
  return async (confirmation, signal) => {
    if (!canTrackVisibility()) throw new FrameRefusal('UNSUPPORTED')
    const turn = last.then(() => ask(confirmation, signal))
    // The next request is asked whatever the person decided here.
    last = turn.catch(() => undefined)
    return turn
  }
}

interface Screen {
  readonly root: HTMLElement
  readonly footer: HTMLElement
  readonly approve: HTMLButtonElement
  readonly decline: HTMLButtonElement
}

function decision({ root, footer, approve, decline }: Screen, signal: AbortSignal): Promise<void> {
  const ending = new AbortController()
  return new Promise<void>((resolve, reject) => {
    const options = { signal: ending.signal }
    let pressedAt: number | undefined
    let visibleSince = Number.POSITIVE_INFINITY
    const rows = [...root.querySelectorAll('h1, h2, .warning, dt, .row')]
    const stop = watchVisibility({ button: approve, rows, bar: footer }, visibleMs, isVisible => {
      visibleSince = isVisible ? performance.now() : Number.POSITIVE_INFINITY
      approve.disabled = !isVisible
    })
    ending.signal.addEventListener('abort', stop)
    // Nothing may change between press and release, or between focus and Enter.
    approve.addEventListener('pointerdown', () => (pressedAt = performance.now()), options)
    approve.addEventListener('keydown', () => (pressedAt = performance.now()), options)
    approve.addEventListener(
      'click',
      ({ isTrusted }) => {
        if (isTrusted && pressedAt !== undefined && pressedAt >= visibleSince) resolve()
        pressedAt = undefined
      },
      options,
    )
    decline.addEventListener('click', () => reject(new FrameRefusal('DECLINED')), options)
    decline.ownerDocument.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') reject(new FrameRefusal('DECLINED'))
      },
      options,
    )
    signal.addEventListener('abort', () => reject(signal.reason), options)
    decline.focus({ preventScroll: true })
  }).finally(() => ending.abort())
}

function render(
  document: Document,
  confirmation: Confirmation,
  translate: (message: Message) => string,
): Screen {
  const { origin } = confirmation
  const element = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    ...content: readonly (Node | string)[]
  ): HTMLElementTagNameMap[Name] => {
    const made = document.createElement(name)
    made.append(...content)
    return made
  }
  /** Long texts in rows of their own, of which each can be visible as a whole. */
  const rowsOf = (value: string): readonly HTMLElement[] =>
    (value.match(rowPattern) ?? []).map(part => {
      const row = element('span', part)
      if (part.trim()) row.className = 'row'
      return row
    })
  const fact = (label: Message, value: string, isText = false): readonly HTMLElement[] => [
    element('dt', translate(label)),
    isText ? element('dd', element('pre', ...rowsOf(value))) : element('dd', ...rowsOf(value)),
  ]
  const section = ({ title, facts }: ActionFacts): HTMLElement => {
    const list = element('dl')
    for (const { label, value, isText } of facts) list.append(...fact(label, value, isText))
    return element('section', element('h2', translate(title)), list)
  }
  const { sections, around, warnings } = contentOf(confirmation, translate)
  const list = element('dl')
  for (const { label, value } of around) list.append(...fact(label, value))
  const decline = element('button', translate(message('frame.decline', 'Decline')))
  const approve = element('button', translate(message('frame.confirm', 'Confirm')))
  approve.disabled = true
  approve.className = 'approve'
  const footer = element(
    'footer',
    element('p', translate(message('frame.seen', 'You can confirm when you have seen all of it.'))),
    decline,
    approve,
  )
  const root = element(
    'main',
    element(
      'h1',
      translate(
        withValues(message('frame.title', 'Confirm for {origin}'), {
          origin: new URL(origin).host,
        }),
      ),
    ),
    ...warnings.map(warning => {
      const note = element('p', translate(warning))
      note.className = 'warning'
      note.setAttribute('role', 'alert')
      return note
    }),
    ...sections.map(section),
    list,
    footer,
  )
  return { root, footer, approve, decline }
}

interface Content {
  readonly warnings: readonly Message[]
  readonly sections: readonly ActionFacts[]
  /** The same for every request: who asks, and for which account. */
  readonly around: readonly Fact[]
}
function contentOf(confirmation: Confirmation, translate: (message: Message) => string): Content {
  const site: Fact = { label: message('frame.site', 'Asked by'), value: confirmation.origin }
  if ('change' in confirmation) {
    const { warnings, ...facts } = factsOfChange(confirmation.change)
    return { warnings, sections: [facts], around: [site] }
  }
  const { reading, chainId, network, tokens, address } = confirmation
  const [namespace = ''] = chainId.split(':')
  const known: KnownAssets = { namespace, network, ...(tokens && { tokens }) }
  return {
    warnings: reading.warnings.map(warningMessage),
    sections: reading.actions.map(action => factsOf(action, known, translate)),
    around: [
      site,
      { label: message('frame.account', 'Your account'), value: address },
      {
        label: message('frame.network', 'Network'),
        value: network ? `${network.name} (${chainId})` : chainId,
      },
      ...feeOf(reading.fee, known, translate),
    ],
  }
}

function feeOf(
  fee: bigint | 'unknown' | undefined,
  known: KnownAssets,
  translate: (message: Message) => string,
): readonly Fact[] {
  if (fee === undefined) return []
  if (fee === 'unknown')
    return [
      { label: message('frame.feeOf', 'Fee of the network'), value: translate(unknownFeeMessage) },
    ]
  return [
    {
      label: message('frame.fee', 'Fee of the network, at most'),
      value: coinAmount(fee, known, translate),
    },
  ]
}
