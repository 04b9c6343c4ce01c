/**
 * One state of one view, in a separate host page:
 * `gallery.html?state=connect/full&mode=light&language=ar&accent=%23ff6600`.
 */

import { entries } from './chapters.js'
import { installClock } from './clock.js'
import { hiddenAction, overlaps, watchMoves, widthFaults } from './faults.js'
import { installNode } from './node.js'
import { installPlace } from './place.js'
import { createStage, type Look, settle } from './stage.js'

/** What tests and pictures ask of the page. */
export interface StatePage {
  /** Rejects where the state could not be reached. */
  readonly ready: Promise<void>
  readonly errors: readonly string[]
  dress(look: Look): Promise<void>
  settle(): Promise<void>
  widthFaults(): readonly string[]
  overlaps(): readonly string[]
  hiddenAction(): readonly string[]
  /**
   * What moved inside of the panel after it had been shown, without a reason (`Stage.answered`).
   */
  readonly moved: readonly string[]
}
declare global {
  interface Window {
    readonly galleryState: StatePage
  }
}

export function showState(id: string, look: Look): void {
  const entry = entries.find(one => one.id === id)
  if (!entry) throw new RangeError(`The gallery has no state ${id}.`)
  const clock = installClock(window)
  const node = installNode(window)
  installPlace(window, entry.setting?.framed ?? false)
  document.title = `${entry.view}: ${entry.title}`
  document.documentElement.dataset.mode = look.mode
  const page = document.createElement('div')
  page.className = 'host'
  const bar = document.createElement('header')
  bar.dataset.buttons = ''
  const main = document.createElement('main')
  const heading = document.createElement('h1')
  heading.textContent = 'A page that uses Portico'
  const place = document.createElement('div')
  place.dataset.place = ''
  main.append(heading, place)
  page.append(bar, main)
  document.body.append(page)

  const moves = watchMoves()
  const stage = createStage(entry.setting ?? {}, page, {
    clock,
    node,
    mode: look.mode,
    answered: moves.forget,
  })
  const state = { moved: [] as readonly string[] }
  const reach = async () => {
    await entry.prepare(stage)
    await settle()
    state.moved = moves.end()
    await stage.dress(look)
    await settle()
  }
  const ready = reach()
  /** Also on the frame around it, which the index shows from then on. */
  const say = (how: 'ready' | 'unreached') => {
    for (const element of [document.documentElement, window.frameElement])
      element?.setAttribute('data-state', how)
  }
  ready.then(
    () => say('ready'),
    error => {
      say('unreached')
      heading.textContent = String(error)
    },
  )
  const shown: StatePage = {
    ready,
    errors: stage.errors,
    dress: stage.dress,
    settle,
    widthFaults,
    overlaps,
    hiddenAction,
    get moved() {
      return state.moved
    },
  }
  Object.assign(window, { galleryState: shown })
}
