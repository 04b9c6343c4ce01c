import { type ReactNode, useEffect, useRef } from 'react'

export interface CameraProps {
  /** Called with a pairing link. Codes with other contents are ignored. */
  readonly onLink: (link: string) => void
  /** There is no camera, or none that this page may use. */
  readonly onFailure: (error: unknown) => void
}
/**
 * Shows the camera until it sees a pairing link. Stops the camera when it unmounts.
 */
export function Camera({ onLink, onFailure }: CameraProps): ReactNode {
  const film = useRef<HTMLVideoElement>(null)
  const callbacks = useRef({ onLink, onFailure })
  callbacks.current = { onLink, onFailure }
  useEffect(() => {
    const gone = new AbortController()
    if (film.current)
      lookFor(film.current, gone.signal).then(
        link => gone.signal.aborted || callbacks.current.onLink(link),
        error => gone.signal.aborted || callbacks.current.onFailure(error),
      )
    return () => gone.abort()
  }, [])
  return <video ref={film} className="camera" aria-label="What the camera sees" muted playsInline />
}

/** Milliseconds between two looks: a code is held still for longer. */
const pause = 150

/**
 * The first pairing link that the camera sees. Rejects with the browser's reason where there is no
 * camera, and when it is given up.
 */
async function lookFor(film: HTMLVideoElement, signal: AbortSignal): Promise<string> {
  const [stream, { default: jsQr }] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
    import('jsqr'),
  ])
  try {
    signal.throwIfAborted()
    film.srcObject = stream
    await film.play()
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    for (;;) {
      signal.throwIfAborted()
      const { videoWidth: width, videoHeight: height } = film
      if (pen && width && height) {
        Object.assign(pen.canvas, { width, height })
        pen.drawImage(film, 0, 0)
        const link = jsQr.default(pen.getImageData(0, 0, width, height).data, width, height)?.data
        if (link?.startsWith('wc:')) return link
      }
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
