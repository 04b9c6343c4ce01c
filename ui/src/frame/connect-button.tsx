import { networksView } from '@portico/kernel/connect-page'
import { isEqual } from '@portico/kernel/session'
import { type OpenOptions, shellService } from '@portico/kernel/shell'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useKernel } from '../react/kernel-provider.js'
import { useRead } from '../react/use-read.js'
import { adoptStyles, type StyleRoot } from '../theme/adopt-styles.js'
import { followTheme } from '../theme/follow-theme.js'
import {
  type ButtonModel,
  buttonClass,
  connectButtonModel,
  connectButtonStyles,
  networkButtonModel,
} from './button-labels.js'

export interface NetworkButtonProps {
  /** Added to the class `portico-button`. */
  readonly className?: string
  /** Replaces the label. */
  readonly children?: ReactNode
  /** Called on pointer enter, also of a finger, and on focus, to load the modal. */
  readonly prefetch?: (() => void) | undefined
}
export interface ConnectButtonProps extends NetworkButtonProps {
  /** Offers only this namespace, and shows its account. */
  readonly namespace?: string
}

/**
 * Opens the modal and shows the connected account. Works in the host's page without the code of the
 * modal, and renders the same on the server.
 */
export function ConnectButton({ namespace, ...rest }: ConnectButtonProps) {
  const model = useRead(read => connectButtonModel(read, namespace), isEqual)
  return <PageButton {...rest} model={model} opens={namespace ? { namespace } : {}} />
}
/**
 * Opens the list of networks and shows the active network. Renders nothing without a chain plugin.
 */
export function NetworkButton(props: NetworkButtonProps) {
  const model = useRead(networkButtonModel, isEqual)
  return model && <PageButton {...props} model={model} opens={{ view: networksView }} />
}

function PageButton({
  model,
  opens,
  className,
  children,
  prefetch,
}: NetworkButtonProps & { readonly model: ButtonModel; readonly opens: OpenOptions }) {
  const kernel = useKernel()
  const button = useRef<HTMLButtonElement | null>(null)
  // In the ref, because React 18 warns of layout effects on the server.
  const attach = useCallback((element: HTMLButtonElement | null) => {
    button.current = element
    if (element) adoptStyles(element.getRootNode() as StyleRoot, connectButtonStyles)
  }, [])
  useEffect(() => (button.current ? followTheme(kernel, button.current) : undefined), [kernel])
  return (
    <button
      {...model.attributes}
      // An aria-label would hide the host's own content from screen readers.
      {...(children != null && { 'aria-label': undefined })}
      ref={attach}
      type="button"
      className={className ? `${buttonClass} ${className}` : buttonClass}
      onClick={() => kernel.use(shellService).open(opens)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    >
      {children ?? model.label}
    </button>
  )
}
