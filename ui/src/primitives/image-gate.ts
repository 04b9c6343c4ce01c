/** Checks and loads untrusted images (decisions 38 and 40). */
import type { Kernel } from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import { parseDataImage } from '@portico/kernel/text'
import { parseImage } from '@portico/kernel/wallet'
import { UiError } from '../errors.js'

/** An image that has not loaded after this time is not shown. Milliseconds. */
const timeoutMs = 2_000
/**
 * The page's policy refuses an image before the request. After this time without a refusal, other
 * images of the scheme may load. Milliseconds.
 */
const refusalMs = 120

/** Whether the page's policy allows images of a scheme. The first image of the scheme finds out. */
type Gate = Map<string, Promise<boolean>>
const gates = /* @__PURE__ */ new WeakMap<Document, Gate>()

/**
 * Loads an image and returns the source for an `img`. Returns undefined for a source that
 * `parseImage` refuses (and reports), for hosts that the app does not list (see `Http.picture`),
 * for an image that does not load, and after 2 s. Without a kernel only `data:` images are loaded.
 * While the page's policy is unknown, one image of each scheme loads first; if the policy refuses
 * it, no other image of that scheme is requested.
 */
export async function loadImage(
  document: Document,
  source: string,
  kernel?: Pick<Kernel, 'find' | 'report'>,
): Promise<string | undefined> {
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
      clearTimeout(timeout)
      document.removeEventListener('securitypolicyviolation', refuse)
      element.onload = element.onerror = null
      // Cancels the request.
      if (!isLoaded) element.removeAttribute('src')
      open(true)
      resolve(isLoaded ? image : undefined)
    }
    const refuse = (event: SecurityPolicyViolationEvent) => {
      if (
        event.effectiveDirective !== 'img-src' ||
        event.disposition === 'report' ||
        !event.blockedURI.startsWith(scheme)
      )
        return
      allowed.set(scheme, Promise.resolve(false))
      open(false)
      settle(false)
    }
    const refusal = setTimeout(() => open(true), refusalMs)
    const timeout = setTimeout(settle, timeoutMs, false)
    document.addEventListener('securitypolicyviolation', refuse)
    element.onload = () => settle(true)
    // An image that the policy refuses fails too, and the violation event follows right after.
    element.onerror = () => setTimeout(settle, 20, false)
    element.src = image
    // A `data:` image is there at once. Its load event comes a task later, and the rows that wait
    // for it a frame later.
    queueMicrotask(() => element.complete && element.naturalWidth > 0 && settle(true))
  })
}

/**
 * Returns a source that an `img` may have: a `blob:` URL of this page, or as `data:` an image of a
 * host that the app lists. Reports a source that is never allowed.
 */
async function outsideImage(
  kernel: Pick<Kernel, 'find' | 'report'>,
  source: string,
): Promise<string | undefined> {
  const image = parseImage(source)
  if (image === undefined)
    kernel.report(
      new UiError(
        'IMAGE_REFUSED',
        'An image was not shown: only https:, data: and blob: images are.',
      ),
      'ui',
    )
  return image?.startsWith('https:') ? kernel.find(httpService)?.picture(image) : image
}
