import { type CSSProperties, useContext, useEffect, useRef, useState } from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { StyleRootContext, useStyles } from '../theme/use-styles.js'
import { loadImage } from './image-gate.js'
import { pictureStyles } from './picture.styles.js'

export interface PictureProps {
  /** An image from outside. Shown only when it is one that may be shown (decision 38) and arrives within 2 s. */
  readonly src?: string | undefined
  /** Pixels, both ways. The box has this size from the start. */
  readonly size: number
  readonly shape: 'square' | 'round' | 'avatar'
  /** 0 to 359: the tint that stands there without an image. */
  readonly hue: number
  /** Upon the tint. */
  readonly initial?: string
}
/** A fixed box with a tint, until the image is there. Decoration: the name stands beside it. */
export function Picture({ src, size, shape, hue, initial }: PictureProps) {
  useStyles(pictureStyles)
  const kernel = useKernel()
  const box = useRef<HTMLSpanElement>(null)
  const root = useContext(StyleRootContext)
  const [shown, show] = useState(() => (src && root && seenIn(root.ownerDocument ?? root).has(src) ? src : undefined))
  useEffect(() => {
    const document = box.current?.ownerDocument
    if (!src || !document) return
    if (seenIn(document).has(src)) return show(src)
    let gone = false
    const report = (error: unknown) => kernel.report(error, 'ui')
    loadPicture(document, src, report)
      .then(isLoaded => isLoaded && !gone && show(src))
      .catch(report)
    return () => {
      gone = true
    }
  }, [src, kernel])

  return (
    <span
      ref={box}
      className={`p-picture p-picture-${shape}`}
      style={{ '--size': `${size}px`, '--hue': hue } as CSSProperties}
      data-initial={initial}
      aria-hidden="true"
    >
      {src && shown === src && <img src={src} alt="" draggable={false} referrerPolicy="no-referrer" />}
    </span>
  )
}

/** Loads an image before its Picture is on screen, which then shows it at once. Answers whether it can be shown. */
export async function loadPicture(document: Document, src: string, report: (error: unknown) => void): Promise<boolean> {
  const isLoaded = await loadImage(document, src, report)
  if (isLoaded) seenIn(document).add(src)
  return isLoaded
}

/** Images that were seen whole: shown again without waiting. */
const seen = /* @__PURE__ */ new WeakMap<Document, Set<string>>()
function seenIn(document: Document): Set<string> {
  const sources = seen.get(document) ?? new Set()
  seen.set(document, sources)
  return sources
}

/** A hue for a name or an address: always the same one. FNV-1a. */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % 360
}
