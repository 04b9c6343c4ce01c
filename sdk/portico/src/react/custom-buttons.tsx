/** Buttons that the host draws: what they say, do and announce, without a look. */
import type { Read } from '@portico/kernel'
import { networksView } from '@portico/kernel/connect-page'
import { isShallowEqual } from '@portico/kernel/session'
import type { OpenOptions } from '@portico/kernel/shell'
import { type ButtonModel, connectButtonModel, networkButtonModel } from '@portico/ui/button-labels'
import { useRead } from '@portico/ui/react'
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { SdkError } from '../errors.js'
import { type PrefetchProps, usePortico, usePrefetch } from './hooks.js'

/** What a button of the host spreads: `<button {...props}>`. */
export interface CustomButtonProps extends PrefetchProps {
  readonly type: 'button'
  readonly onClick: () => void
  readonly 'aria-haspopup': 'dialog'
  readonly 'aria-expanded': boolean
  readonly 'aria-busy': true | undefined
}
export interface CustomButtonState {
  /** In the person's language: Connect wallet, Connecting…, the short address, the network. */
  readonly label: string
  /**
   * Of the account: `disconnected`, `connecting`, `reconnecting`, `connected`. Of the network:
   * `network`, `unsupported`.
   */
  readonly phase: string
  readonly props: CustomButtonProps
}
export type CustomButtonContent =
  | { readonly asChild?: false; readonly children: (state: CustomButtonState) => ReactNode }
  /** The one element gets the props. Its own handlers run first. */
  | { readonly asChild: true; readonly children: ReactElement }

/**
 * A connect button that the host draws, by a function or, with `asChild`, as the one element that
 * gets the props.
 */
export function CustomConnectButton({
  namespace,
  ...content
}: CustomButtonContent & { readonly namespace?: string }) {
  const model = useRead(read => connectButtonModel(read, namespace), isSameModel)
  return <Custom {...content} model={model} opens={namespace ? { namespace } : {}} />
}
/** As `CustomConnectButton`, for the list of networks. Renders nothing without a chain plugin. */
export function CustomNetworkButton(content: CustomButtonContent) {
  const model = useRead<ButtonModel | undefined>(
    (read: Read) => networkButtonModel(read),
    isSameModel,
  )
  return model && <Custom {...content} model={model} opens={{ view: networksView }} />
}

const isSameModel = (before: ButtonModel | undefined, after: ButtonModel | undefined): boolean =>
  before?.label === after?.label && isShallowEqual(before?.attributes, after?.attributes)

function Custom({
  model: { label, attributes },
  opens,
  ...content
}: CustomButtonContent & { readonly model: ButtonModel; readonly opens: OpenOptions }) {
  const portico = usePortico()
  const props: CustomButtonProps = {
    ...usePrefetch(),
    type: 'button',
    onClick: () => portico.open(opens),
    'aria-haspopup': 'dialog',
    'aria-expanded': attributes['aria-expanded'] === 'true',
    'aria-busy': attributes['aria-busy'] === 'true' || undefined,
  }
  if (content.asChild) return cloneWith(content.children, props)
  return content.children({ label, phase: attributes['data-state'] ?? '', props })
}

/** Gives an element the props of a button. Each of its handlers runs before ours. */
function cloneWith(children: ReactNode, props: CustomButtonProps) {
  if (!isValidElement<Record<string, unknown>>(children) || Children.count(children) !== 1)
    throw new SdkError('BAD_CHILD', '`asChild` needs exactly one element, such as a <button>.')
  const own = children.props
  const merged = Object.entries(props).map(([name, value]) => {
    const first = own[name]
    if (typeof value !== 'function' || typeof first !== 'function') return [name, value] as const
    const both = (event: { readonly defaultPrevented?: boolean }) => {
      first(event)
      if (!event.defaultPrevented) value()
    }
    return [name, both] as const
  })
  return cloneElement(children, Object.fromEntries(merged))
}
