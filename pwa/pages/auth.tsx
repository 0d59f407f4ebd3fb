import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { TERMS_VERSION } from '#schema/consent'
import { PRODUCT_NAME } from '#schema/product'
import type { Registration } from '#schema/registration'
import { Credentials } from '#schema/user'
import { pausedWhy } from '../disk/local-db'
import type { LoginFormProps } from '../people/login-form'
import { Promo } from '../people/promo'
import type { RegisterFormProps } from '../people/register-form'
import { register, signIn } from '../people/sign-in'
import { signInByPasskey } from '../people/sign-in-by-passkey'
import { useEntry } from '../people/use-entry'
import { useAccount } from '../session/account'
import { onlinePart } from '../session/online-part'
import { mustSignInAgain } from '../session/session-words'
import { useLiveQuery } from '../session/use-live-query'
import { usePageTitle } from '../ui/page-title'
import { Spinner } from '../ui/spinner'
import { Tabs } from '../ui/tabs'
import '../styles/auth.css'
import '../styles/fitted-tabs.css'

const route = getRouteApi('/auth')
const LoginForm = onlinePart<LoginFormProps>('Signing in', () =>
  import(/* piece: onlineEntry */ '../people/login-form').then((module) => ({ default: module.LoginForm })),
)
const RegisterForm = onlinePart<RegisterFormProps>('Creating an account', () =>
  import(/* piece: onlineEntry */ '../people/register-form').then((module) => ({ default: module.RegisterForm })),
)

/** The rules come with the form that is sent by them. */
const checkRegistration: Resolver<Registration> = async (...form) => {
  const { Registration } = await import(/* piece: onlineEntry */ '#schema/registration')
  return standardSchemaResolver<Registration, unknown, Registration>(Registration)(...form)
}

const NOBODY: Registration = { username: '', password: '', email: '', street: '', city: '', state: '', zipCode: '' }

/** Sign-in and registration. Whoever is signed in already goes on to where they wanted to go. */
export function Auth() {
  const { user, engine, locked } = useAccount()
  const { next = '/' } = route.useSearch()
  const paused = useLiveQuery(async () => (await pausedWhy(engine.db)) ?? null, [engine])
  if (user === undefined || (user && paused === undefined)) return <Spinner label="Loading your account" />
  if (user && !mustSignInAgain(paused)) return <GoOn to={next} />
  return <AuthCard returning={user?.username ?? locked?.username ?? ''} />
}

function GoOn({ to }: { to: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    navigate({ href: to, replace: true })
  }, [navigate, to])
  return <Spinner />
}

/** `returning` is whose session has ended on this device, or nobody. */
function AuthCard({ returning }: { returning: string }) {
  usePageTitle('Sign in')
  const { tab = 'login' } = route.useSearch()
  const navigate = useNavigate()
  // Both forms live above the tabs, so that going to the other one and back loses nothing.
  const login = useForm<Credentials>({
    resolver: standardSchemaResolver(Credentials),
    defaultValues: { username: returning, password: '' },
  })
  const registration = useForm<Registration>({
    resolver: checkRegistration,
    defaultValues: NOBODY,
  })
  const enterByLogin = useEntry(login, 'Login failed', null)
  const enterWith = useEntry(registration, 'Registration failed', 'Try to sign in with what you typed.')
  const submit = registration.handleSubmit((person) => enterWith(register({ ...person, termsVersion: TERMS_VERSION })))
  const select = (id: string) =>
    navigate({
      to: '/auth',
      search: (search) => ({ ...search, tab: id === 'register' ? 'register' : 'login' }),
      replace: true,
    })
  return (
    <div className="page auth grid gap-6 fitted-tabs">
      <section className="auth__card stack surface" aria-labelledby="auth-title">
        <h1 id="auth-title" dir="auto">
          {returning ? `Welcome back, ${returning}` : `Welcome to ${PRODUCT_NAME}`}
        </h1>
        <Tabs
          label="Sign in or create an account"
          tabs={[
            { id: 'login', label: 'Login' },
            { id: 'register', label: 'Register' },
          ]}
          selected={tab}
          onSelect={select}
        >
          {tab === 'login' ? (
            <LoginForm form={login} enterWith={enterByLogin} {...{ signIn, signInByPasskey }} />
          ) : (
            <RegisterForm form={registration} onSubmit={submit} />
          )}
        </Tabs>
      </section>
      <Promo />
    </div>
  )
}
