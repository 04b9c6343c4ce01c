import type { Alert } from '@portico/kernel/shell'
import { message } from '@portico/kernel/text'

/** Returns the alert for a service that does not accept this page. */
export function configurationAlert(service: string): Alert {
  return {
    kind: 'failure',
    title: message('shell.configuration', 'Invalid App Configuration'),
    detail: message(
      'shell.configuration.detail',
      '{service} does not accept requests from this site. Only the operator of the site can change that.',
      {
        service,
      },
    ),
  }
}
