// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"

#include <exception>
#include <new>
#include <type_traits>

namespace nestloom {

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
