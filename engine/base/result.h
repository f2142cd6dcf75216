// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace nestloom {

enum class ErrorCode { InvalidInput, Unsupported, Io, SolverFailure, Internal };

/// Why a call could not be made. "Nothing fits" and "cancelled" are results, not errors (see run_control.h).
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string message; // one sentence for the user, names the offending value
    std::string where;   // "simba.yaml:14: levels[2].capacity" or "layer conv3_2"; may be empty

    /// "where: message", or the message alone.
    std::string text() const { return where.empty() ? message : where + ": " + message; }
    friend bool operator==(const Error&, const Error&) = default;
};

/// A value or an Error; the subset of std::expected (C++23) that we need.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const noexcept { return m_state.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }
    const T& value() const& { return std::get<0>(m_state); }
    T& value() & { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }
    const Error& error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

using Status = Result<std::monostate>;
inline Status success() { return std::monostate{}; }

/// Fails   InvalidInput for the first finding of a check() of `what`, say "layer conv1".
template <typename Finding>
Status noFindings(const std::vector<Finding>& findings, const std::string& what)
{
    return findings.empty()
               ? success()
               : Error{ErrorCode::InvalidInput, findings.front().message, what + ": " + findings.front().key};
}

/// `TRY(const auto file, readTextFile(path));`  names the value of a Result, or ends the function with its Error.
/// `TRY_DO(check(file));`  is for a Result whose value nobody needs.
#define TRY(declaration, ...)                                                                                          \
    auto NESTLOOM_TRIED(__LINE__) = __VA_ARGS__;                                                                       \
    if (!NESTLOOM_TRIED(__LINE__))                                                                                     \
        return NESTLOOM_TRIED(__LINE__).error();                                                                       \
    declaration = *std::move(NESTLOOM_TRIED(__LINE__))
#define TRY_DO(...)                                                                                                    \
    do                                                                                                                 \
        if (const auto NESTLOOM_TRIED(__LINE__) = __VA_ARGS__; !NESTLOOM_TRIED(__LINE__))                              \
            return NESTLOOM_TRIED(__LINE__).error();                                                                   \
    while (false)
#define NESTLOOM_TRIED(line) NESTLOOM_TRIED_AT(line)
#define NESTLOOM_TRIED_AT(line) tried##line

/// The exception that is being handled, as an Error.
inline Error thrownError()
{
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return {ErrorCode::Internal, "there is not enough memory for it", ""};
    } catch (const std::exception& error) {
        return {ErrorCode::Internal, std::string("internal failure: ") + error.what(), ""};
    } catch (...) {
        return {ErrorCode::Internal, "internal failure", ""};
    }
}

/// What `work` returns, a Result, or what it throws as its Error. For the edge of a thread, which nothing may cross.
template <class Work>
std::invoke_result_t<Work> caught(const Work& work)
{
    try {
        return work();
    } catch (...) {
        return thrownError();
    }
}

} // namespace nestloom
