/** Images from outside: whether they may be shown, and when they are there. Decisions 38 and 40. */
import type { Kernel } from '@portico/kernel'
import { http, parseDataImage, parseImage } from '@portico/kernel/contracts'
import { UiError } from '../errors.js'

/** After this long nobody waits for an image any more. Milliseconds. */
const patienceMs = 2_000
/** A page's policy refuses at once, before anything is fetched. Longer than that, and the first of a kind is only slow. Milliseconds. */
const refusalMs = 120

/** By scheme, whether the page's policy lets such images in: found out with the first one, so that a second one is not tried in vain. */
type Gate = Map<string, Promise<boolean>>
const gates = /* @__PURE__ */ new WeakMap<Document, Gate>()

/**
 * Loads an image; answers the source to show it by. Undefined for what `parseImage` refuses (and reports), for hosts that the app has not named (see `Http.picture`),
 * for what does not load, and after 2 s. Without a kernel only what is itself the text is loaded. While the page's policy is not known, one image of a scheme goes
 * ahead; when the policy refuses it, no other one of that scheme is tried.
 */
export async function loadImage(document: Document, source: string, kernel?: Pick<Kernel, 'find' | 'report'>): Promise<string | undefined> {
  const image = parseDataImage(source) ?? (kernel && (await outsideImage(kernel, source)))
  if (!image) return undefined
  const allowed: Gate = gates.get(document) ?? new Map()
  gates.set(document, allowed)
  const scheme = image.slice(0, image.indexOf(':'))
  const before = allowed.get(scheme)
  if (before && !(await before)) return undefined
  let open: (isAllowed: boolean) => void = () => undefined
  if (!before) allowed.set(scheme, new Promise(resolve => (open = resolve)))

  return new Promise(resolve => {
    const element = document.createElement('img')
    const settle = (isLoaded: boolean) => {
      clearTimeout(refusal)
      clearTimeout(patience)
      document.removeEventListener('securitypolicyviolation', refuse)
      element.onload = element.onerror = null
      // Given up: what is on its way is let go of.
      if (!isLoaded) element.removeAttribute('src')
      open(true)
      resolve(isLoaded ? image : undefined)
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
    element.onload = () => settle(true)
    // An image that the policy refuses fails too; the reason comes right after.
    element.onerror = () => setTimeout(settle, 20, false)
    element.src = image
  })
}

/** A source that an `img` may have: a `blob:` of this page as it is, a picture of a host that the app has named as `data:`. Undefined: there is none. Reports what may never be shown. */
async function outsideImage(kernel: Pick<Kernel, 'find' | 'report'>, source: string): Promise<string | undefined> {
  const image = parseImage(source)
  if (image === undefined) kernel.report(new UiError('IMAGE_REFUSED', 'An image was not shown: only https:, data: and blob: images are.'), 'ui')
  return image?.startsWith('https:') ? kernel.find(http)?.picture(image) : image
}
