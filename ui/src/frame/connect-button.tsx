import { networksView, type OpenOptions, shell } from '@portico/kernel/contracts'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { isSame, useRead } from '../react/use-read.js'
import { adoptStyles, type StyleRoot } from '../theme/adopt-styles.js'
import { followTheme } from '../theme/follow-theme.js'
import { type ButtonModel, buttonClass, connectButtonModel, connectButtonStyles, networkButtonModel } from './button-model.js'

export interface NetworkButtonProps {
  /** Beside `portico-button`, which has our look. */
  readonly className?: string
  /** In the place of our words. */
  readonly children?: ReactNode
  /** Called when the person is about to click: fetches the modal. */
  readonly prefetch?: (() => void) | undefined
}
export interface ConnectButtonProps extends NetworkButtonProps {
  /** Only this namespace is offered, and its account shown. */
  readonly namespace?: string
}

/** Opens the modal; says who is connected. Stands in the host's page, needs nothing of the modal's code, and is the same on the server. */
export function ConnectButton({ namespace, ...rest }: ConnectButtonProps) {
  const model = useRead(read => connectButtonModel(read, namespace), isSameModel)
  return <PageButton {...rest} model={model} opens={namespace ? { namespace } : {}} />
}
/** Opens the list of networks; says which one is active. Nothing where no chain is included. */
export function NetworkButton(props: NetworkButtonProps) {
  const model = useRead(networkButtonModel, isSameModel)
  return model && <PageButton {...props} model={model} opens={{ view: networksView }} />
}

function PageButton({ model, opens, className, children, prefetch }: NetworkButtonProps & { readonly model: ButtonModel; readonly opens: OpenOptions }) {
  const kernel = useKernel()
  const button = useRef<HTMLButtonElement | null>(null)
  // By the ref and not by a layout effect, of which React 18 complains on the server.
  const attach = useCallback((element: HTMLButtonElement | null) => {
    button.current = element
    if (element) adoptStyles(element.getRootNode() as StyleRoot, connectButtonStyles)
  }, [])
  useEffect(() => (button.current ? followTheme(kernel, button.current) : undefined), [kernel])
  return (
    <button
      {...model.attributes}
      // Own words inside would not be heard.
      {...(children != null && { 'aria-label': undefined })}
      ref={attach}
      type="button"
      className={className ? `${buttonClass} ${className}` : buttonClass}
      onClick={() => kernel.use(shell).open(opens)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
    >
      {children ?? model.label}
    </button>
  )
}

const isSameModel = (before: ButtonModel | undefined, after: ButtonModel | undefined): boolean =>
  before?.label === after?.label && isSame(before?.attributes, after?.attributes)
