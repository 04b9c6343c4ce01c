import type { Dispose } from '@portico/kernel'
import type { Portico } from '../portico.js'
import { PorticoElement } from './portico-element.js'

/** `<portico-modal>`: the modal inside the page, where the element stands, instead of over it. */
export class ModalElement extends PorticoElement {
  protected override enter(portico: Portico): Dispose {
    return portico.embed(this)
  }
}
