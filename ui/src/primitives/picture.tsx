import type { Kernel } from '@portico/kernel'
import { message } from '@portico/kernel/text'
import { imageIdsService } from '@portico/kernel/wallet'
import { type CSSProperties, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { StyleRootContext, useStyles } from '../theme/use-styles.js'
import { loadImage } from './image-gate.js'
import styles from './picture.css?inline'

export const installedMessage = /* @__PURE__ */ message('ui.installed', 'Installed')
export const walletsMessage = /* @__PURE__ */ message('ui.wallets', 'Wallets')

interface PictureProps {
  /**
   * May be untrusted. Shown only if it is of an allowed kind, from a host that the app lists, and
   * loads within 2 s; otherwise the image of the id.
   */
  readonly src?: string | undefined
  /** Instead of `src`: the wallet, the connector, or the `assets` of the network. */
  readonly image?:
    | { readonly imageUrl?: string | undefined; readonly imageId?: string | undefined }
    | null
    | undefined
  /** Width and height in pixels, also before the image has loaded. */
  readonly size: number
  readonly shape: 'square' | 'round' | 'avatar'
  /** 0 to 359: the tint behind the initial. */
  readonly hue: number
  /** Shown until the image has loaded, because it would show through a transparent image. */
  readonly initial?: string
}
/**
 * A decorative image in a box of fixed size, with a tint until the image has loaded. Show the name
 * beside it.
 */
export function Picture({ src: url, image: named, size, shape, hue, initial }: PictureProps) {
  useStyles(styles)
  const kernel = useKernel()
  const own = url ?? named?.imageUrl
  const [failed, setFailed] = useState<string>()
  const src = useSource(own === failed ? undefined : own, named?.imageId)
  const box = useRef<HTMLSpanElement>(null)
  const root = useContext(StyleRootContext)
  const [seen, show] = useState(() => ({
    src,
    image: src && root ? seenIn(root.ownerDocument ?? root).get(src) : undefined,
  }))
  // The image of the previous source belongs to another wallet or network.
  const image = seen.src === src ? seen.image : undefined
  useEffect(() => {
    const document = box.current?.ownerDocument
    if (!src || !document || image) return
    let gone = false
    loadPicture(document, src, kernel)
      .catch(error => void kernel.report(error, 'ui'))
      .then(image => {
        if (gone) return
        show({ src, image })
        if (!image && src === own) setFailed(src)
      })
    return () => {
      gone = true
    }
  }, [src, own, image, kernel])

  return (
    <span
      ref={box}
      className={`p-picture p-picture-${shape}`}
      style={{ '--size': `${size}px`, '--hue': hue } as CSSProperties}
      data-initial={image ? undefined : initial}
      aria-hidden="true"
    >
      {image && <img src={image} alt="" draggable={false} />}
    </span>
  )
}

/** The URL of an image, also of one that is named by an id. Undefined while that is loaded. */
function useSource(url: string | undefined, imageId: string | undefined): string | undefined {
  const kernel = useKernel()
  const answer = useMemo(
    () => url ?? (imageId && kernel.find(imageIdsService)?.urlOf(imageId)),
    [url, imageId, kernel],
  )
  const [loaded, setLoaded] = useState<{
    readonly answer: unknown
    readonly url: string | undefined
  }>()
  useEffect(() => {
    if (typeof answer === 'object')
      answer.then(
        url => setLoaded({ answer, url }),
        error => kernel.report(error, 'ui'),
      )
  }, [answer, kernel])
  if (typeof answer === 'object') return loaded?.answer === answer ? loaded.url : undefined
  return answer
}

export type PictureIconProps<Size> = Pick<PictureProps, 'src' | 'image'> & {
  readonly name: string
  readonly size?: Size
}

/**
 * The icon of a wallet; its initial on a tint until the icon has loaded. Show the name beside it.
 */
export function WalletIcon({ name, size = 36, ...image }: PictureIconProps<36 | 56 | 64 | 88>) {
  return (
    <Picture {...image} size={size} shape="square" hue={hueOf(name)} initial={initialOf(name)} />
  )
}

/**
 * Loads an image before its Picture renders, which then shows it at once. Returns the source for an
 * `img`, or undefined (see `loadImage`).
 */
export async function loadPicture(
  document: Document,
  src: string,
  kernel?: Pick<Kernel, 'find' | 'report'>,
): Promise<string | undefined> {
  const seen = seenIn(document)
  const image = seen.get(src) ?? (await loadImage(document, src, kernel))
  if (image) seen.set(src, image)
  const [oldest = src] = seen.keys()
  if (seen.size > mostSeen) seen.delete(oldest)
  return image
}

const mostSeen = 200
/** The sources of loaded images, which are shown again without waiting. */
const seen = /* @__PURE__ */ new WeakMap<Document, Map<string, string>>()
function seenIn(document: Document): Map<string, string> {
  const sources = seen.get(document) ?? new Map()
  seen.set(document, sources)
  return sources
}

/** Computes a stable hue from a text (FNV-1a). */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % 360
}

/** The first letter or digit of a name, in upper case. */
export const initialOf = (name: string): string =>
  ((/^[a-z\d]/i.exec(name) ?? /\p{L}|\p{N}/u.exec(name))?.[0] ?? '?').toLocaleUpperCase()
