/**
 * The states of the gallery, each in a frame as large as a screen: WebKit's window cannot be as
 * narrow as a phone.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../scripts/serve.mjs'
import type { Engine, Tab } from './driver.js'
import { collectSaid } from './visit.js'

export const sizes = {
  '1280x800': { width: 1280, height: 800 },
  '390x844': { width: 390, height: 844 },
} as const
export type Size = keyof typeof sizes

export interface GalleryState {
  readonly id: string
  /** It is another state on a phone, so it is not there after a mere change of the size. */
  readonly isOtherOnPhone: boolean
}

/** A page with a frame that shows a state. */
export interface Gallery {
  states(): Promise<readonly GalleryState[]>
  /** Opens a state, and waits until it is reached. */
  show(id: string, size: Size): Promise<void>
  /** Changes the size of the frame, and waits until nothing moves. */
  resize(size: Size): Promise<void>
  /** Calls a function in the page of the frame. */
  run<Args extends readonly unknown[], Answer>(
    task: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Answer>
  readonly tab: Tab
  close(): Promise<void>
}

/**
 * Opens the gallery on a new origin. One state at a time: those of WalletConnect hold a
 * lock of their origin.
 */
export async function openGallery(engine: Engine): Promise<Gallery> {
  const folder = process.env.PORTICO_GALLERY_PAGES
  if (!folder)
    throw new Error('PORTICO_GALLERY_PAGES names no folder: run this by `npm run engines`.')
  const style = '<style>body{margin:0}iframe{position:absolute;inset:0;border:0}</style>'
  writeFileSync(
    join(folder, 'frame.html'),
    `<!doctype html><html lang="en"><head>${style}</head><body><iframe></iframe></body></html>`,
  )
  // Kept as hosts do it: what one state has loaded, the next one has.
  const server = await serve(folder, {
    head: `<link rel="icon" href="data:,"><script>(${collectSaid})()</script>`,
    headers: { 'cache-control': 'max-age=3600' },
  })
  const tab = await engine.newTab()
  const run: Gallery['run'] = (task, ...args) =>
    tab.run(
      (task, args) => (window.frames[0] as unknown as typeof globalThis).eval(`(${task})`)(...args),
      String(task),
      args,
    ) as never
  const setSize = (size: Size) =>
    tab.run(
      ({ width, height }) =>
        Object.assign((document.querySelector('iframe') as HTMLElement).style, {
          width: `${width}px`,
          height: `${height}px`,
        }),
      sizes[size],
    )
  await tab.open(`${server.url}/frame.html`)
  return {
    tab,
    run,
    async states() {
      await tab.run(load, `${server.url}/gallery.html`)
      await until(() => run(() => 'gallery' in window))
      return run(() =>
        window.gallery.entries.map(({ id, isOtherOnPhone }) => ({
          id,
          isOtherOnPhone: Boolean(isOtherOnPhone),
        })),
      )
    },
    async show(id, size) {
      await setSize(size)
      await tab.run(load, `${server.url}/gallery.html?${new URLSearchParams({ state: id })}`)
      await until(() => run(() => 'galleryState' in window))
      await run(() => window.galleryState.ready)
    },
    async resize(size) {
      await setSize(size)
      await run(() => window.galleryState.settle())
    },
    async close() {
      await tab.close()
      await server.close()
    },
  }
}

/** Runs in the page: loads an address into the frame. */
function load(address: string): Promise<void> {
  const element = document.querySelector('iframe') as HTMLIFrameElement
  return new Promise(resolve => {
    element.onload = () => resolve()
    element.src = address
  })
}
async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 15_000; !(await isDone()); ) {
    if (Date.now() > end) throw new Error('The page of the gallery did not start.')
    await new Promise(resolve => setTimeout(resolve, 30))
  }
}
