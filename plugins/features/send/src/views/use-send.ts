import { useReportErrors, useService, useSlice } from '@portico/ui'
import { sendService, sendSlice } from '../refs.js'

/** Returns the service, its state, and a runner for its calls. */
export function useSend() {
  return {
    send: useService(sendService),
    state: useSlice(sendSlice),
    call: useReportErrors('feature/send'),
  }
}
