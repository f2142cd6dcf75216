// SPDX-License-Identifier: Apache-2.0
// A program with the fault that its argument names, for a sanitizer to find.
#include <string_view>
#include <thread>
#include <vector>

int main(int argc, char** argv)
{
    const std::string_view fault = argc > 1 ? argv[1] : "";
    if (fault == "leak")
        *new int volatile = 1;
    if (fault == "freed") {
        const std::vector<int> values(64);
        const int* freed = nullptr;
        {
            const std::vector<int> copy = values;
            freed = copy.data();
        }
        return *freed;
    }
    if (fault == "overflow")
        return 2147483647 + argc;
    if (fault == "race") {
        int value = 0;
        std::thread other([&value] { ++value; });
        ++value;
        other.join();
        return value - 2;
    }
    return 0;
}
