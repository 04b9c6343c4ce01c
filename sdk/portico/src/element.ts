/**
 * `<portico-button>` and `<portico-modal>` for pages without React. Importing this file registers
 * them; a second copy of the kit on the page leaves the first one's in place.
 */

import { ButtonElement } from './element/button-element.js'
import { ModalElement } from './element/modal-element.js'

export { attach } from './element/attach.js'
export { ButtonElement, ModalElement }

const elements = { 'portico-button': ButtonElement, 'portico-modal': ModalElement }
// On a server there are none.
const registered: CustomElementRegistry | undefined = globalThis.customElements
for (const [name, element] of Object.entries(elements))
  if (!registered?.get(name)) registered?.define(name, element)
