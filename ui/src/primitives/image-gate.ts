/** Images from outside: whether they may be shown, and when they are there. Decisions 38 and 40. */
import { parseImage } from '@portico/kernel/contracts'

/** After this long nobody waits for an image any more (specification section 9). Milliseconds. */
const patienceMs = 2_000
/** A page's policy refuses at once, before anything is fetched. Longer than that, and the first of a kind is only slow. Milliseconds. */
const refusalMs = 120

interface Gate {
  /** Sources that were seen whole. */
  readonly seen: Set<string>
  /** By scheme, whether the page's policy lets such images in: found out with the first one, so that a second one is not tried in vain. */
  readonly allowed: Map<string, Promise<boolean>>
}
const gates = /* @__PURE__ */ new WeakMap<Document, Gate>()

function gateOf(document: Document): Gate {
  const gate = gates.get(document) ?? { seen: new Set(), allowed: new Map() }
  gates.set(document, gate)
  return gate
}

/** Whether an image was loaded before, and so is there without waiting. */
export function isImageSeen(document: Document, source: string): boolean {
  return gateOf(document).seen.has(source)
}

/**
 * Loads an image; answers whether it can be shown. False for what `parseImage` refuses, for what does not load, and after 2 s.
 * While the page's policy is not known, one image of a scheme goes ahead; when the policy refuses it, no other one of that scheme is tried.
 */
export async function loadImage(document: Document, source: string): Promise<boolean> {
  if (parseImage(source) === undefined) return false
  const { seen, allowed } = gateOf(document)
  const scheme = source.slice(0, source.indexOf(':'))
  const before = allowed.get(scheme)
  if (before && !(await before)) return false
  let open: (isAllowed: boolean) => void = () => undefined
  if (!before) allowed.set(scheme, new Promise(resolve => (open = resolve)))

  return new Promise(resolve => {
    const image = document.createElement('img')
    const settle = (isLoaded: boolean) => {
      clearTimeout(refusal)
      clearTimeout(patience)
      document.removeEventListener('securitypolicyviolation', refuse)
      image.onload = image.onerror = null
      if (isLoaded) seen.add(source)
      // Given up: what is on its way is let go of.
      else image.removeAttribute('src')
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
}
