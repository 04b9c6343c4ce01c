import buttonStyles from '@portico/sdk/button.css?url'
import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router'

export const Route = createRootRoute({
  head: () => ({
    meta: [{ charSet: 'utf-8' }, { title: 'Portico in TanStack Start' }],
    links: [
      { rel: 'stylesheet', href: buttonStyles },
      { rel: 'icon', href: 'data:,' },
    ],
  }),
  component: () => (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  ),
})
