import { parseImage } from '@portico/kernel/contracts'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { UiError } from '../errors.js'
import { useKernel } from '../react/kernel-provider.js'
import { useStyles } from '../theme/use-styles.js'
import { isImageSeen, loadImage } from './image-gate.js'
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
  const [shown, show] = useState<string>()
  useEffect(() => {
    const document = box.current?.ownerDocument
    if (!src || !document) return
    if (parseImage(src) === undefined)
      return kernel.report(new UiError('IMAGE_REFUSED', 'An image was not shown: only https:, data: and blob: images are.'), 'ui')
    if (isImageSeen(document, src)) return show(src)
    let gone = false
    loadImage(document, src).then(isLoaded => gone || (isLoaded && show(src)))
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

/** A hue for a name or an address: always the same one. FNV-1a. */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % 360
}
