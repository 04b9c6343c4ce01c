import type { Dispose, Read } from '@portico/kernel'
import { networksView, type OpenOptions } from '@portico/kernel/contracts'
import { adoptStyles, type ButtonFace, buttonClass, connectButtonStyles, connectFace, followTheme, networkFace, type StyleRoot } from '@portico/ui/button-face'
import type { Portico } from '../portico.js'
import { PorticoElement } from './portico-element.js'

/** A button in the page's own tree that shows a face of the kernel and follows it. */
abstract class FaceElement extends PorticoElement {
  protected abstract face(read: Read): ButtonFace | undefined
  protected abstract readonly opens: OpenOptions

  protected override enter(portico: Portico): Dispose {
    const { kernel } = portico
    const button = this.querySelector('button') ?? this.ownerDocument.createElement('button')
    button.type = 'button'
    button.classList.add(buttonClass)
    adoptStyles(this.getRootNode() as StyleRoot, connectButtonStyles)

    let shown: readonly string[] = []
    const show = () => {
      const face = this.face(kernel)
      button.hidden = !face
      if (!face) return
      for (const name of shown) if (!(name in face.attributes)) button.removeAttribute(name)
      shown = Object.keys(face.attributes)
      for (const [name, value] of Object.entries(face.attributes)) if (button.getAttribute(name) !== value) button.setAttribute(name, value)
      if (button.textContent !== face.label) button.textContent = face.label
    }
    const preload = () => void portico.preload()
    const open = () => portico.open(this.opens)
    button.addEventListener('click', open)
    for (const near of ['pointerenter', 'focus', 'touchstart']) button.addEventListener(near, preload, { passive: true })
    show()
    this.append(button)
    const unfollow = followTheme(kernel, button)
    const unsubscribe = kernel.subscribe(show)
    return () => {
      unsubscribe()
      unfollow()
      button.removeEventListener('click', open)
      for (const near of ['pointerenter', 'focus', 'touchstart']) button.removeEventListener(near, preload)
    }
  }
}

/** `<portico-button namespace="…">`: opens the modal; says who is connected. */
export class ButtonElement extends FaceElement {
  static readonly observedAttributes = ['namespace']

  protected override face(read: Read): ButtonFace {
    return connectFace(read, this.getAttribute('namespace') ?? undefined)
  }
  protected override get opens(): OpenOptions {
    const namespace = this.getAttribute('namespace')
    return namespace ? { namespace } : {}
  }
}
/** `<portico-network-button>`: opens the list of networks; says which one is active. */
export class NetworkButtonElement extends FaceElement {
  protected override face(read: Read): ButtonFace | undefined {
    return networkFace(read)
  }
  protected override get opens(): OpenOptions {
    return { view: networksView }
  }
}
