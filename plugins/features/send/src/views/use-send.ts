import { useReportErrors, useService, useSlice } from '@portico/ui'
import { sendService, sendSlice } from '../refs.js'

/** The service, its state, and how to start something of it. */
export function useSend() {
  return {
    send: useService(sendService),
    state: useSlice(sendSlice),
    call: useReportErrors('feature/send'),
  }
}
