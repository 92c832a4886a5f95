package letscode

import (
	"context"
	"errors"
	"fmt"
)

// Permissions are what a model may do: Allow, ReadOnly, or Ask.
type Permissions struct {
	mode   PermissionMode
	decide func(context.Context, PermissionRequestParams) (Decision, error)
}

var (
	// Allow asks nothing.
	Allow = Permissions{mode: PermissionModeAllow}
	// ReadOnly is reads in the folder, and nothing else.
	ReadOnly = Permissions{mode: PermissionModeReadOnly}
)

// Ask leaves reads in the folder free, and asks this function about the rest. An error denies. It may take its time: nothing
// else waits for it, and its context ends when the answer is not needed any more.
func Ask(decide func(context.Context, PermissionRequestParams) (Decision, error)) Permissions {
	if decide == nil {
		return Permissions{}
	}
	return Permissions{mode: PermissionModeAsk, decide: decide}
}

// Decision is what a program says to a call: AllowOnce, AllowAlways, or Deny with a reason.
type Decision struct{ result PermissionRequestResult }

var (
	// AllowOnce consents to this call.
	AllowOnce = Decision{PermissionRequestResult{Decision: PermissionDecisionAllow}}
	// AllowAlways consents, for the rest of the session, to whatever Always of the request names.
	AllowAlways = Decision{PermissionRequestResult{Decision: PermissionDecisionAllowAlways}}
)

// Deny refuses the call. The model reads the reason; "" for none.
func Deny(reason string) Decision {
	result := PermissionRequestResult{Decision: PermissionDecisionDeny}
	if reason != "" {
		result.Reason = &reason
	}
	return Decision{result}
}

var errNoChoice = errors.New("Permissions: choose letscode.Allow, letscode.ReadOnly, or letscode.Ask(a function that decides on each call)")

// answer asks the function; whatever is no consent denies.
func (p Permissions) answer(ctx context.Context, request PermissionRequestParams, report func(string)) PermissionRequestResult {
	if p.decide == nil {
		return Deny("").result
	}
	decision, err := protected(func() (Decision, error) { return p.decide(ctx, request) })
	if err != nil {
		report(fmt.Sprintf("Permissions: the program's function failed: %v", err))
		decision = Deny(fmt.Sprintf("the program could not decide: %v", err))
	}
	if decision.result.Decision == "" {
		decision = Deny("")
	}
	return decision.result
}
