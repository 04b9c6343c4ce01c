import type { Kernel } from '@portico/kernel'
import { type CSSProperties, useContext, useEffect, useRef, useState } from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { StyleRootContext, useStyles } from '../theme/use-styles.js'
import { loadImage } from './image-gate.js'
import styles from './picture.css?inline'

export interface PictureProps {
  /** An image from outside. Shown only when it is one that may be shown, of a host that the app has named, and arrives within 2 s. */
  readonly src?: string | undefined
  /** Pixels, both ways. The box has this size from the start. */
  readonly size: number
  readonly shape: 'square' | 'round' | 'avatar'
  /** 0 to 359: the tint that stands there without an image. */
  readonly hue: number
  /** Upon the tint, until the image is there: it would show through one that has holes. */
  readonly initial?: string
}
/** A fixed box with a tint, until the image is there. Decoration: the name stands beside it. */
export function Picture({ src, size, shape, hue, initial }: PictureProps) {
  useStyles(styles)
  const kernel = useKernel()
  const box = useRef<HTMLSpanElement>(null)
  const root = useContext(StyleRootContext)
  const [seen, show] = useState(() => ({ src, image: src && root ? seenIn(root.ownerDocument ?? root).get(src) : undefined }))
  // Never what was seen of the source before: another wallet, or network, may stand here now.
  const image = seen.src === src && seen.image
  useEffect(() => {
    const document = box.current?.ownerDocument
    if (!src || !document) return
    let gone = false
    loadPicture(document, src, kernel)
      .then(image => gone || show({ src, image }))
      .catch(error => kernel.report(error, 'ui'))
    return () => {
      gone = true
    }
  }, [src, kernel])

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

/** Loads an image before its Picture is on screen, which then shows it at once. Answers the source to show it by, undefined where there is none: see `loadImage`. */
export async function loadPicture(document: Document, src: string, kernel?: Pick<Kernel, 'find' | 'report'>): Promise<string | undefined> {
  const seen = seenIn(document)
  const image = seen.get(src) ?? (await loadImage(document, src, kernel))
  if (image) seen.set(src, image)
  const [oldest = src] = seen.keys()
  if (seen.size > mostSeen) seen.delete(oldest)
  return image
}

const mostSeen = 200
/** Images that were seen whole, and the source to show them by: shown again without waiting. */
const seen = /* @__PURE__ */ new WeakMap<Document, Map<string, string>>()
function seenIn(document: Document): Map<string, string> {
  const sources = seen.get(document) ?? new Map()
  seen.set(document, sources)
  return sources
}

/** A hue for a name or an address: always the same one. FNV-1a. */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % 360
}
