/** Images from outside: whether they may be shown, and when they are there. Decisions 38 and 40. */
import { parseDataImage } from '@portico/kernel/contracts'
import { UiError } from '../errors.js'

/** After this long nobody waits for an image any more (specification section 9). Milliseconds. */
const patienceMs = 2_000
/** A page's policy refuses at once, before anything is fetched. Longer than that, and the first of a kind is only slow. Milliseconds. */
const refusalMs = 120

/** By scheme, whether the page's policy lets such images in: found out with the first one, so that a second one is not tried in vain. */
type Gate = Map<string, Promise<boolean>>
const gates = /* @__PURE__ */ new WeakMap<Document, Gate>()

/**
 * Loads an image; answers whether it can be shown. False for what `parseImage` refuses (and reports), for what does not load, and after 2 s.
 * At most 6 from other hosts are on their way at once. While the page's policy is not known, one image of a scheme goes ahead; when the policy refuses it, no other one of that scheme is tried.
 */
export async function loadImage(document: Document, source: string, report: (error: unknown) => void): Promise<boolean> {
  // What wallets announce is a data image; the rules for the rest come with the first of the rest.
  const outside = parseDataImage(source) === undefined ? await import('./outside-image.js') : undefined
  if (outside && outside.parseImage(source) === undefined) {
    report(new UiError('IMAGE_REFUSED', 'An image was not shown: only https:, data: and blob: images are.'))
    return false
  }
  const allowed: Gate = gates.get(document) ?? new Map()
  gates.set(document, allowed)
  const scheme = source.slice(0, source.indexOf(':'))
  const before = allowed.get(scheme)
  if (before && !(await before)) return false
  let open: (isAllowed: boolean) => void = () => undefined
  if (!before) allowed.set(scheme, new Promise(resolve => (open = resolve)))

  const fetched = () =>
    new Promise<boolean>(resolve => {
      const image = document.createElement('img')
      const settle = (isLoaded: boolean) => {
        clearTimeout(refusal)
        clearTimeout(patience)
        document.removeEventListener('securitypolicyviolation', refuse)
        image.onload = image.onerror = null
        // Given up: what is on its way is let go of.
        if (!isLoaded) image.removeAttribute('src')
        open(true)
        resolve(isLoaded)
      }
      const refuse = (event: SecurityPolicyViolationEvent) => {
        if (event.effectiveDirective !== 'img-src' || event.disposition === 'report' || !event.blockedURI.startsWith(scheme)) return
        allowed.set(scheme, Promise.resolve(false))
        open(false)
        settle(false)
      }
      const refusal = setTimeout(() => open(true), refusalMs)
      const patience = setTimeout(settle, patienceMs, false)
      document.addEventListener('securitypolicyviolation', refuse)
      image.onload = () => settle(true)
      // An image that the policy refuses fails too; the reason comes right after.
      image.onerror = () => setTimeout(settle, 20, false)
      image.decoding = 'async'
      image.referrerPolicy = 'no-referrer'
      image.src = source
    })
  return outside ? outside.inTurn(document, fetched) : fetched()
}
