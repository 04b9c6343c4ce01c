import { type Alert, message } from '@portico/kernel/contracts'

/** Specification section 8: a service does not know this page. */
export function configurationAlert(service: string): Alert {
  return {
    kind: 'failure',
    title: message('shell.configuration', 'Invalid App Configuration'),
    detail: message('shell.configuration.detail', '{service} does not accept requests from this site. Only the people who run the site can change that.', {
      service,
    }),
  }
}
