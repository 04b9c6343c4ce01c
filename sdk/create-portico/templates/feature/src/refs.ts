import { defineService, defineSlice, defineView } from '@portico/kernel'
import { connectionService } from '@portico/kernel/session'
import { toastsService } from '@portico/kernel/shell'
import { type Message, message } from '@portico/kernel/text'

export const titleMessage = message('my-feature.title', 'My Feature')

/** `signing` waits for the person. `checking` ends at its deadline, in milliseconds since 1970. */
export type MyFeaturePhase =
  | { readonly name: 'idle' }
  | { readonly name: 'signing' }
  | { readonly name: 'checking'; readonly deadline: number }
  | { readonly name: 'signed' }
  | { readonly name: 'failed'; readonly problem: Message }

interface MyFeatureState {
  readonly phase: MyFeaturePhase
  readonly entries: readonly { readonly address: string; readonly text: string }[]
}

/** Each method returns a promise, because the code behind it loads with the first call. */
export interface MyFeature {
  sign(text: string): Promise<void>
  cancel(): Promise<void>
}

export const myFeatureSlice = /* @__PURE__ */ defineSlice<MyFeatureState>({
  id: 'my-feature',
  initial: () => ({ phase: { name: 'idle' }, entries: [] }),
})
export const myFeatureService = /* @__PURE__ */ defineService<MyFeature>('my-feature', 'my-feature')
export const myFeatureView = /* @__PURE__ */ defineView('MyFeature', 'my-feature')

/** What the plugin uses, writes and provides. The kernel refuses everything else. */
export const access = {
  needs: [connectionService, toastsService],
  owns: [myFeatureSlice],
  provides: [myFeatureService],
} as const
