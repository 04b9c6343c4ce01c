import type { Dispose } from '@portico/kernel'
import type { Portico } from '../portico.js'
import { type Asking, asking, coming } from './attach.js'

// On a server there is no HTMLElement; the class is never used there, but importing it must not
// fail.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {}

/** An element that has a Portico: from its property, or requested by an event on the page. */
export abstract class PorticoElement extends Base {
  #portico: Portico | undefined
  #isGiven = false
  #leave: Dispose | undefined

  get portico(): Portico | undefined {
    return this.#portico
  }
  set portico(portico: Portico | undefined) {
    this.#isGiven = portico !== undefined
    this.#take(portico)
  }

  connectedCallback(): void {
    // Set before this class was there, it stands on the element itself and hides the accessor.
    if (Object.hasOwn(this, 'portico')) {
      const { portico } = this
      Reflect.deleteProperty(this, 'portico')
      this.portico = portico
    }
    // A Portico that attaches later announces it on the page or on a part of it; also after one
    // that served this element has gone.
    this.ownerDocument.addEventListener(coming, this.#ask, true)
    this.#ask()
    this.#enter()
  }
  disconnectedCallback(): void {
    this.ownerDocument.removeEventListener(coming, this.#ask, true)
    this.#leave?.()
    this.#leave = undefined
  }

  #ask = (): void => {
    if (this.#isGiven) return
    const answers: Portico[] = []
    const detail: Asking = { answer: portico => answers.push(portico) }
    this.dispatchEvent(new CustomEvent(asking, { detail, bubbles: true, composed: true }))
    // The first Portico serves the element, also where a second copy of the kit answers.
    if (answers[0]) this.#take(answers[0])
  }
  #take(portico: Portico | undefined): void {
    if (portico === this.#portico) return
    this.#leave?.()
    this.#leave = undefined
    this.#portico = portico
    if (this.isConnected) this.#enter()
  }
  #enter(): void {
    if (this.#leave || !this.#portico) return
    void this.#portico.start()
    this.#leave = this.enter(this.#portico)
  }
  /** Shows what it shows; answers what ends it. */
  protected abstract enter(portico: Portico): Dispose
}
