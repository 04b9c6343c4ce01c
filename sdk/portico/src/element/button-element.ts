import type { Dispose } from '@portico/kernel'
import {
  adoptStyles,
  buttonClass,
  connectButtonModel,
  connectButtonStyles,
  followTheme,
  type StyleRoot,
} from '@portico/ui/button-labels'
import type { Portico } from '../portico.js'
import { PorticoElement } from './portico-element.js'

/**
 * `<portico-button namespace="…">`: opens the modal; says who is connected. In the page's own tree,
 * not in a shadow.
 */
export class ButtonElement extends PorticoElement {
  protected override enter(portico: Portico): Dispose {
    const { kernel } = portico
    const namespace = () => this.getAttribute('namespace') ?? undefined
    const button = this.querySelector('button') ?? this.ownerDocument.createElement('button')
    button.type = 'button'
    button.classList.add(buttonClass)
    adoptStyles(this.getRootNode() as StyleRoot, connectButtonStyles)

    const show = () => {
      const { label, attributes } = connectButtonModel(kernel, namespace())
      for (const [name, value] of Object.entries(attributes)) {
        if (value) button.setAttribute(name, value)
        else button.removeAttribute(name)
      }
      if (button.textContent !== label) button.textContent = label
    }
    // Its `signal` is the option of that name.
    const life = new AbortController()
    button.addEventListener('click', () => portico.open({ namespace: namespace() }), life)
    // A finger enters too, before it touches.
    if (portico.prefetchStage !== 'none')
      for (const near of ['pointerenter', 'focus'])
        button.addEventListener(near, portico.prefetch, life)
    show()
    this.append(button)
    const unfollow = followTheme(kernel, button)
    const unsubscribe = kernel.subscribe(show)
    return () => {
      unfollow()
      unsubscribe()
      life.abort()
    }
  }
}
