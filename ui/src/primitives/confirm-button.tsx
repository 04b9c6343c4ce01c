import { message } from '@portico/kernel/text'
import { Button, type ButtonProps } from './button.js'
import { ClickGuard, type ClickGuardProps } from './click-guard.js'
import { FramingWarning } from './framing-warning.js'

export const disconnectMessage = /* @__PURE__ */ message('ui.disconnect', 'Disconnect')

/**
 * The button that confirms an action that cannot be undone: sending, swapping, approving, signing
 * in. Clicks do nothing for 400 ms after the button appeared or moved or its `figures` changed, and
 * while it is covered, so that a page cannot move it under a click meant for something else. The
 * button is `aria-disabled` meanwhile and keeps its look and the focus. Inside a frame, a warning
 * above it names the origins of the framing pages (threat S12).
 */
export function ConfirmButton({
  figures,
  ...props
}: ButtonProps & Pick<ClickGuardProps, 'figures'>) {
  return (
    <>
      <FramingWarning />
      <ClickGuard mayBeCovered={false} figures={figures}>
        {isReady => <Button {...props} aria-disabled={!isReady} />}
      </ClickGuard>
    </>
  )
}
