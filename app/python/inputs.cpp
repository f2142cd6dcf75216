// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/read_input.h"
#include "app/presets_directory.h"
#include "app/python/bindings.h"
#include "engine/base/ranges.h"
#include "engine/explore/accelerator_fields.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/sweep_axis.h"

namespace nestloom::python {

namespace {

/// Whole numbers as int, others as float, nothing as None.
py::object number(const explore::Field& field)
{
    if (!field.value)
        return py::none();
    return explore::isWhole(field.kind) ? py::object(py::int_(std::int64_t(*field.value)))
                                        : py::object(py::float_(*field.value));
}

/// Every text is read as a value of an axis with nothing else on it.
Result<Accelerator> withFields(const Accelerator& base, const std::map<std::string, std::string>& texts)
{
    hardware::Accelerator changed = base.value;
    explore::DesignSpace all{base.value, {}};
    for (const auto& [path, text] : texts) {
        TRY(const auto axis, io::parseAxis(path + "=" + text, changed));
        if (axis.values.size() != 1)
            return Error{ErrorCode::InvalidInput, "'" + text + "' is more than one value", path};
        all.axes.push_back(axis);
        TRY(const auto field, explore::field(changed, path));
        TRY(changed, explore::withField(changed, path, axis.values.front(), explore::kindOf(field, axis)));
    }
    if (!all.axes.empty())
        TRY_DO(explore::check(all)); // no two that set the same
    if (const auto findings = hardware::check(changed); !findings.empty())
        return Error{ErrorCode::InvalidInput, findings.front().message, findings.front().key};
    std::string yaml = io::writeAccelerator(changed);
    return Accelerator{std::move(changed), std::move(yaml)};
}

py::list layersOf(const Network& network)
{
    py::list layers;
    for (const workload::Layer& layer : network.value.layers) {
        py::dict bounds;
        for (const workload::LoopDimension dimension : workload::kLoopDimensions)
            bounds[py::str(std::string(1, workload::letter(dimension)))] = layer.bounds[dimension];
        py::dict one;
        one["name"] = layer.name;
        one["kind"] = std::string(workload::name(layer.kind));
        one["shape"] = workload::describeShape(layer);
        one["macs"] = workload::macs(layer);
        one["bounds"] = bounds;
        layers.append(one);
    }
    return layers;
}

std::vector<std::string> presetNames(app::PresetKind kind) { return collect(app::presets(kind), &app::Preset::name); }

} // namespace

void addInputs(py::module_& module)
{
    py::class_<Accelerator>(module, "Accelerator")
        .def_static("read", [](const std::string& nameOrFile) { return take(cli::readAccelerator(nameOrFile)); })
        .def_static("parse", [](const std::string& yaml,
                                const std::string& where) { return take(cli::acceleratorFrom(yaml, where)); })
        .def_property_readonly("name", [](const Accelerator& self) { return self.value.name; })
        .def_property_readonly("yaml", [](const Accelerator& self) { return self.yaml; })
        .def("fields",
             [](const Accelerator& self) {
                 py::dict all;
                 for (const explore::Field& field : explore::fields(self.value))
                     all[py::str(field.path)] = py::make_tuple(number(field), std::string(explore::unit(field.kind)));
                 return all;
             })
        .def("field", [](const Accelerator& self,
                         const std::string& path) { return number(take(explore::field(self.value, path))); })
        .def("with_fields",
             [](const Accelerator& self, const std::map<std::string, std::string>& texts) {
                 return take(withFields(self, texts));
             })
        .def("equals", [](const Accelerator& self, const Accelerator& other) { return self.value == other.value; });
    py::class_<Network>(module, "Network")
        .def_static("read", [](const std::string& nameOrFile) { return take(cli::readNetwork(nameOrFile)); })
        .def_static("parse", [](const std::string& yaml,
                                const std::string& where) { return take(cli::networkFrom(yaml, where)); })
        .def_static("read_all", [](const std::string& nameOrFile) { return take(cli::readNetworks(nameOrFile)); })
        .def_property_readonly("name", [](const Network& self) { return self.value.name; })
        .def_property_readonly("yaml", [](const Network& self) { return self.yaml; })
        .def_property_readonly("layers", &layersOf)
        .def("equals", [](const Network& self, const Network& other) { return self.value == other.value; });
    module.def("presets", [] {
        return std::map<std::string, std::vector<std::string>>{
            {"accelerators", presetNames(app::PresetKind::Accelerator)},
            {"networks", presetNames(app::PresetKind::Network)}};
    });
}

} // namespace nestloom::python
