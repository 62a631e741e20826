//! The `answers!` macro: what the API answers, each member with its value.

/// Declares answers: their members, each with its description, its type and its value; `as` names the type of its
/// schema if that is another one. The block after `with` has code that several members share. With `-> Option`, `new`
/// returns an `Option`.
#[macro_export]
macro_rules! answers {
    (@of Option) => { Option<Self> };
    (@of) => { Self };
    (@made Option $value:expr) => { Some($value) };
    (@made $value:expr) => { $value };
    ($(
        $(#[$attribute:meta])*
        $visibility:vis struct $Name:ident $(<$life:lifetime>)? ($($argument:ident: $Argument:ty),* $(,)?)
        $(-> $Made:ident)? $(with { $($before:tt)* })? {
            $($(#[$note:meta])* $of_member:vis $member:ident: $Type:ty $(as $Schema:literal)? = $value:expr,)+
        }
    )+) => {$(
        #[derive(Debug, serde::Serialize, schemars::JsonSchema)]
        $(#[$attribute])*
        $visibility struct $Name $(<$life>)? {
            $(
                $(#[$note])*
                $(#[schemars(with = $Schema)])?
                $of_member $member: $Type,
            )+
        }

        impl $(<$life>)? $Name $(<$life>)? {
            $visibility fn new($($argument: $Argument),*) -> $crate::answers!(@of $($Made)?) {
                $($($before)*)?
                $crate::answers!(@made $($Made)? Self {
                    $($member: $value,)+
                })
            }
        }
    )+};
}

pub use answers;
