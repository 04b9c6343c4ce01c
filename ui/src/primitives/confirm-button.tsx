import { message } from '@portico/kernel/contracts'
import { Button, type ButtonProps } from './button.js'
import { FramedBy } from './framed-by.js'
import { Steady, type SteadyProps } from './steady.js'

export const disconnectMessage = /* @__PURE__ */ message('ui.disconnect', 'Disconnect')

/**
 * The last click of an action that cannot be undone: sending, swapping, approving, signing in. Nothing happens for 400 ms after it appeared or moved, or after the
 * figures that it confirms changed, and while something lies over it, so that no page can push it under a click that was meant for something else. `aria-disabled`
 * meanwhile; it keeps its look and the focus. Inside a frame, the origins of the pages around this one stand above it (reliability S12).
 */
export function ConfirmButton({ figures, ...props }: ButtonProps & Pick<SteadyProps, 'figures'>) {
  return (
    <>
      <FramedBy />
      <Steady mayBeCovered={false} figures={figures}>
        {isSteady => <Button {...props} aria-disabled={!isSteady} />}
      </Steady>
    </>
  )
}
