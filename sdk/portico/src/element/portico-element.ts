import type { Dispose } from '@portico/kernel'
import type { Portico } from '../portico.js'
import { type Asking, asking, coming } from './attach.js'

// On a server there is no HTMLElement; the class is never used there, but importing it must not fail.
const Base: typeof HTMLElement = typeof HTMLElement === 'undefined' ? (class {} as unknown as typeof HTMLElement) : HTMLElement

/** An element that has a Portico: given by its property, or asked for on the page. */
export abstract class PorticoElement extends Base {
  #portico: Portico | undefined
  #leave: Dispose | undefined

  get portico(): Portico | undefined {
    return this.#portico
  }
  set portico(portico: Portico | undefined) {
    if (portico === this.#portico) return
    this.#leave?.()
    this.#leave = undefined
    this.#portico = portico
    if (portico && this.isConnected) this.#enter(portico)
  }

  connectedCallback(): void {
    // Set before this class was there, it stands on the element itself and hides the accessor.
    if (Object.hasOwn(this, 'portico')) {
      const { portico } = this
      Reflect.deleteProperty(this, 'portico')
      this.portico = portico
    }
    if (!this.#portico) this.#ask()
    else if (!this.#leave) this.#enter(this.#portico)
    if (this.#portico) return
    // Nobody answered: whoever attaches later says so on the page or on a part of it.
    const later = () => this.#ask()
    const page = this.ownerDocument
    page.addEventListener(coming, later, { capture: true })
    this.#leave = () => page.removeEventListener(coming, later, { capture: true })
  }
  disconnectedCallback(): void {
    this.#leave?.()
    this.#leave = undefined
  }

  #ask(): void {
    const detail: Asking = { answer: portico => Object.assign(this, { portico }) }
    this.dispatchEvent(new CustomEvent(asking, { detail, bubbles: true, composed: true }))
  }
  #enter(portico: Portico): void {
    this.#leave?.()
    void portico.start()
    this.#leave = this.enter(portico)
  }
  /** Shows what it shows; answers what ends it. */
  protected abstract enter(portico: Portico): Dispose
}
