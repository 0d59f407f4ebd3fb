import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useToast } from '../ui/toasts'

/** Tells a visitor that something needs an account, with the way there and back. */
export function useSignInFirst(): (description: string) => void {
  const toast = useToast()
  const navigate = useNavigate()
  return useCallback(
    (description) =>
      toast({
        variant: 'destructive',
        title: 'Authentication required',
        description,
        action: {
          label: 'Sign In',
          onPress: () => navigate({ to: '/auth', search: { next: `${location.pathname}${location.search}` } }),
        },
      }),
    [toast, navigate],
  )
}
